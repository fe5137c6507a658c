/** Accounts without a name that the version before has created. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { accountEntity } from "~/models/account.server";
import { LOCALES } from "~/domain/locales";
import type { OpenStore } from "~/models/store/database";
import { openTestStore } from "../../../tests/support/migrated-stores";
import { makeTestUser } from "../../../tests/support/users";
import { PREVIOUS_NAMES, toAccountName } from "../platform/account-name.server";
import { nameUnnamedAccounts } from "./unnamed-accounts.server";

let store: OpenStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** An account as the version before creates it. */
async function makeNamed(name: string, unnamedSince: Date | null = new Date()) {
  const owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: null });
  await store.update(
    accountEntity,
    { id: owner.accountId },
    { name, nameKey: name.toLowerCase(), unnamedSince },
  );
  await store.update(userEntity, { id: owner.userId }, { name: "Ada Lovelace" });
  return () => store.findOne(accountEntity, { id: owner.accountId });
}

test.each(PREVIOUS_NAMES)("%s is shown as it is, and then replaced by the owner's name", async (name) => {
  const read = await makeNamed(name);
  const before = await read();
  for (const locale of LOCALES) expect(before && toAccountName(before, locale)).toBe(name);
  expect(await nameUnnamedAccounts(store, () => false)).toBe(1);
  const after = await read();
  expect(after).toMatchObject({ name: "Ada Lovelace", nameKey: "ada lovelace" });
  expect(after && toAccountName(after, "en")).toBe("Ada's account");
  expect(after && toAccountName(after, "es")).toBe("La cuenta de Ada");
});

test("a name that an owner has chosen stays, whatever it is", async () => {
  const read = await makeNamed("Unnamed account", null);
  expect(await nameUnnamedAccounts(store, () => false)).toBe(0);
  expect(await read()).toMatchObject({ name: "Unnamed account" });
});
