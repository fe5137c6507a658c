/** Cleanup on every database: users who never verified, with everything they own, and sessions above the maximum. */
import { ANY_ENTITIES } from "~/models/all-entities";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeEach, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { accountEntity } from "~/models/account.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import { days, RETENTION_DEFAULT_DAYS, SESSIONS_MAX, UNVERIFIED_BATCH } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import type { Store } from "~/models/store/store";
import { issueSession } from "~/services/identity/sessions.server";
import { cleanUp, type CleanupDependencies } from "~/services/cleanup.server";
import { makeTestUser, subscribe, type TestUser } from "../support/users";
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
    for (const name of ["users", "accounts", "memberships", "sessions", "subscriptions"] as const)
      await store().remove(ANY_ENTITIES[name], { id: { not: "none" } });
  });

  test("cleanup deletes a user who never verified after 30 days, with the account and everything in it", async () => {
    const left = await makeUnverified(store(), OLD);
    await store().update(userEntity, { id: left.userId }, { avatar: "left.png" });
    const files: string[] = [];
    expect(await cleanUp(createDependencies(store(), files), NOW)).toBe(1);
    for (const name of ["users", "accounts", "memberships", "sessions"] as const)
      expect(await store().count(ANY_ENTITIES[name], {}), name).toBe(0);
    expect(files).toEqual(["left.png"]);
  });

  test("cleanup keeps verified users, recent users, and the owners of shared or paid accounts", async () => {
    const verified = await makeTestUser(store(), {
      permission: "owner",
      isVerified: true,
      subscription: null,
    });
    await store().update(userEntity, { id: verified.userId }, { createdAt: OLD });
    await makeUnverified(store(), new Date(OLD.getTime() + 60_000));
    const shared = await makeUnverified(store(), OLD);
    await store().insert(membershipEntity, buildMembership({ accountId: shared.accountId, role: "user" }));
    const paid = await makeUnverified(store(), OLD);
    await subscribe(store(), paid.accountId, "active");
    await store().update(subscriptionEntity, { id: paid.accountId }, { providerId: "sub_1" });
    expect(await cleanUp(createDependencies(store()), NOW)).toBe(0);
    expect(await store().count(userEntity, {})).toBe(4);
    expect(await store().count(accountEntity, {})).toBe(4);
  });

  test("concurrent cleanups delete more than one batch, and skip the users who stay", async () => {
    const shared = await makeUnverified(store(), new Date(OLD.getTime() - days(1)));
    await store().insert(membershipEntity, buildMembership({ accountId: shared.accountId, role: "user" }));
    await store().transaction(async (within) => {
      for (let index = 0; index < UNVERIFIED_BATCH + 5; index += 1) await insertUnverified(within);
    });
    const [one, two] = await Promise.all([
      cleanUp(createDependencies(store()), NOW),
      cleanUp(createDependencies(store()), NOW),
    ]);
    expect(one + two).toBe(UNVERIFIED_BATCH + 5);
    expect(await store().find(userEntity, {})).toMatchObject([{ id: shared.userId }]);
    expect(await store().count(accountEntity, {})).toBe(1);
  });

  test("the 51st session of a user ends the oldest one; impersonation sessions do not count", async () => {
    const person = await makeTestUser(store(), { permission: "owner", isVerified: true, subscription: null });
    const other = await makeTestUser(store(), { permission: "owner", isVerified: true, subscription: null });
    await store().update(sessionEntity, { userId: person.userId, kind: "browser" }, { createdAt: OLD });
    await store().update(
      sessionEntity,
      { userId: person.userId, kind: "script" },
      { createdAt: OLD, impersonatorId: uuid() },
    );
    const context = createAnonymousContext(makeApp({ store: store(), folder }));
    const begin = () => store().transaction((within) => issueSession(within, context, person));
    for (let count = 1; count < SESSIONS_MAX; count += 1) await begin();
    expect(await store().count(sessionEntity, { userId: person.userId })).toBe(SESSIONS_MAX + 1);
    expect(await store().findOne(sessionEntity, { userId: person.userId, kind: "browser" })).not.toBeNull();
    const { sessionId } = await begin();
    expect(await store().count(sessionEntity, { userId: person.userId })).toBe(SESSIONS_MAX + 1);
    expect(await store().findOne(sessionEntity, { userId: person.userId, kind: "browser" })).toBeNull();
    expect(await store().findOne(sessionEntity, { id: sessionId })).not.toBeNull();
    expect(await store().count(sessionEntity, { userId: other.userId })).toBe(2);
  });
});

/** The parts of the app that the cleanup needs; removed avatars are listed in `files`. */
function createDependencies(store: OpenStore, files: string[] = []): CleanupDependencies {
  const { config, log } = makeApp({ store, folder });
  const remove = (file: string) => Promise.resolve(void files.push(file));
  return { store, config, log, avatars: { remove } };
}

async function makeUnverified(store: Store, createdAt: Date): Promise<TestUser> {
  const person = await makeTestUser(store, { permission: "owner", isVerified: false, subscription: null });
  await store.update(userEntity, { id: person.userId }, { createdAt });
  return person;
}

/** Only the rows that the cleanup has to look at. */
async function insertUnverified(store: Store): Promise<void> {
  const [user, account] = [buildUser({ createdAt: OLD }), buildAccount()];
  await store.insert(userEntity, user);
  await store.insert(accountEntity, account);
  await store.insert(membershipEntity, buildMembership({ userId: user.id, accountId: account.id }));
}
