// Rows that do not belong together, and answers that were not stored, are found.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountEntity } from "~/models/account.server";
import { membershipEntity } from "~/models/membership.server";
import type { OpenStore } from "~/models/store/database";
import { userEntity } from "~/models/user.server";
import { openMigratedStore } from "../../support/migrated-stores";
import { makeTestUser, type TestUser } from "../../support/users";
import { createFacts } from "../traffic/traffic";
import { checkRows, checkTokens, findLost } from "./rows";

let folder: string;
let store: OpenStore;
let owner: TestUser;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "fault-rows-"));
  store = await openMigratedStore(folder);
  owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test("a whole account breaks no rule", async () => {
  expect(await checkRows(store)).toEqual([]);
});

test("an account without an owner is found", async () => {
  const { accountId, userId } = owner;
  await store.update(membershipEntity, { accountId }, { role: "admin", ownerClaim: userId });
  expect(await checkRows(store)).toEqual([`account ${accountId}: not one owner`]);
});

test("rows of a user or an account that is gone are found", async () => {
  await store.remove(userEntity, { id: owner.userId });
  const orphans = await checkRows(store);
  expect(orphans).toContainEqual(expect.stringMatching(/^sessions .*: its user is missing$/));
  await store.remove(accountEntity, { id: owner.accountId });
  expect(await checkRows(store)).toContainEqual(
    expect.stringMatching(/^subscriptions .*: its account is missing$/),
  );
});

test("what was answered and is not stored is found, and so is a link that was used twice", async () => {
  const facts = createFacts();
  facts.signedUp.push(`${owner.userId}@example.com`, "lost@example.com");
  facts.events.push("an event");
  facts.tokens.set("mag_twice", 2).set("mag_once", 1);
  expect(await findLost(store, facts)).toEqual([
    "the user lost@example.com is lost",
    "the event an event is lost",
  ]);
  expect(checkTokens(facts)).toEqual(["a link was used 2 times: mag_twic"]);
});
