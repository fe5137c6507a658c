/** Cleanup on every database: users who never verified, with everything they own, and sessions above the maximum. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeEach, expect, test } from "vitest";
import { days, RETENTION_DEFAULT_DAYS, SESSIONS_MAX, UNVERIFIED_BATCH } from "~/domain/limits";
import type { Store } from "~/models/store/store";
import { issueSession } from "~/services/identity/sessions.server";
import { cleanUp, type CleanupDependencies } from "~/services/cleanup.server";
import { makePerson, subscribe, type Person } from "../support/people";
import { makeApp, createAnonymousContext } from "../support/services";
import { describeStores } from "../support/stores";
import { buildMembership, buildAccount, buildUser } from "./rows";

const NOW = new Date();
const OLD = new Date(NOW.getTime() - days(RETENTION_DEFAULT_DAYS.unverifiedUsers) - 1000);
const folder = mkdtempSync(join(tmpdir(), "retention-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

await describeStores("retention", (fresh) => {
  const store = () => fresh().store;
  beforeEach(async () => {
    for (const entity of ["users", "accounts", "memberships", "sessions", "subscriptions"] as const)
      await store().remove(entity, { id: { not: "none" } });
  });

  test("cleanup deletes a user who never verified after 30 days, with the account and everything in it", async () => {
    const left = await makeUnverified(store(), OLD);
    await store().update("users", { id: left.userId }, { avatar: "left.png" });
    const files: string[] = [];
    expect(await cleanUp(createDependencies(store(), files), NOW)).toBe(1);
    for (const entity of ["users", "accounts", "memberships", "sessions"] as const)
      expect(await store().count(entity, {}), entity).toBe(0);
    expect(files).toEqual(["left.png"]);
  });

  test("cleanup keeps verified users, recent users, and the owners of shared or paid accounts", async () => {
    const verified = await makePerson(store(), { permission: "owner", isVerified: true, subscription: null });
    await store().update("users", { id: verified.userId }, { createdAt: OLD });
    await makeUnverified(store(), new Date(OLD.getTime() + 60_000));
    const shared = await makeUnverified(store(), OLD);
    await store().insert("memberships", buildMembership({ accountId: shared.accountId, role: "user" }));
    const paid = await makeUnverified(store(), OLD);
    await subscribe(store(), paid.accountId, "active");
    await store().update("subscriptions", { id: paid.accountId }, { providerId: "sub_1" });
    expect(await cleanUp(createDependencies(store()), NOW)).toBe(0);
    expect(await store().count("users", {})).toBe(4);
    expect(await store().count("accounts", {})).toBe(4);
  });

  test("concurrent cleanups delete more than one batch, and skip the users who stay", async () => {
    const shared = await makeUnverified(store(), new Date(OLD.getTime() - days(1)));
    await store().insert("memberships", buildMembership({ accountId: shared.accountId, role: "user" }));
    await store().transaction(async (within) => {
      for (let index = 0; index < UNVERIFIED_BATCH + 5; index += 1) await insertUnverified(within);
    });
    const [one, two] = await Promise.all([
      cleanUp(createDependencies(store()), NOW),
      cleanUp(createDependencies(store()), NOW),
    ]);
    expect(one + two).toBe(UNVERIFIED_BATCH + 5);
    expect(await store().find("users", {})).toMatchObject([{ id: shared.userId }]);
    expect(await store().count("accounts", {})).toBe(1);
  });

  test("the 51st session of a user ends the oldest one; impersonation sessions do not count", async () => {
    const person = await makePerson(store(), { permission: "owner", isVerified: true, subscription: null });
    const other = await makePerson(store(), { permission: "owner", isVerified: true, subscription: null });
    await store().update("sessions", { userId: person.userId, kind: "browser" }, { createdAt: OLD });
    await store().update(
      "sessions",
      { userId: person.userId, kind: "script" },
      { createdAt: OLD, impersonatorId: uuid() },
    );
    const context = createAnonymousContext(makeApp({ store: store(), folder }));
    const begin = () => store().transaction((within) => issueSession(within, context, person));
    for (let count = 1; count < SESSIONS_MAX; count += 1) await begin();
    expect(await store().count("sessions", { userId: person.userId })).toBe(SESSIONS_MAX + 1);
    expect(await store().findOne("sessions", { userId: person.userId, kind: "browser" })).not.toBeNull();
    const { sessionId } = await begin();
    expect(await store().count("sessions", { userId: person.userId })).toBe(SESSIONS_MAX + 1);
    expect(await store().findOne("sessions", { userId: person.userId, kind: "browser" })).toBeNull();
    expect(await store().findOne("sessions", { id: sessionId })).not.toBeNull();
    expect(await store().count("sessions", { userId: other.userId })).toBe(2);
  });
});

/** The parts of the app that the cleanup needs; removed pictures are listed in `files`. */
function createDependencies(store: Store, files: string[] = []): CleanupDependencies {
  const { config, log } = makeApp({ store, folder });
  const remove = (file: string) => Promise.resolve(void files.push(file));
  return { store, config, log, pictures: { remove } };
}

async function makeUnverified(store: Store, createdAt: Date): Promise<Person> {
  const person = await makePerson(store, { permission: "owner", isVerified: false, subscription: null });
  await store.update("users", { id: person.userId }, { createdAt });
  return person;
}

/** Only the rows that the cleanup has to look at. */
async function insertUnverified(store: Store): Promise<void> {
  const [user, account] = [buildUser({ createdAt: OLD }), buildAccount()];
  await store.insert("users", user);
  await store.insert("accounts", account);
  await store.insert("memberships", buildMembership({ userId: user.id, accountId: account.id }));
}
