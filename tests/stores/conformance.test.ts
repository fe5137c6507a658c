/** The promises of the store interface for each call, on every store that can be reached. */
import { findViewer } from "~/models/viewer.server";
import { v7 as uuid } from "uuid";
import { describe, expect, test } from "vitest";
import { planEntity } from "~/models/plan.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { sessionEntity } from "~/models/session.server";
import { accountEntity } from "~/models/account.server";
import { membershipEntity } from "~/models/membership.server";
import { tokenEntity } from "~/models/token.server";
import { userEntity } from "~/models/user.server";
import { openStore } from "~/models/store/open-store";
import { OWN_ACCOUNT_FIELDS, OWN_USER_FIELDS } from "~/product/fields";
import { DuplicateError } from "~/models/store/store";
import { testFindTogether } from "./find-together-tests";
import { forgetRecordedStatements, listRecordedStatements } from "./recorded-statements";
import { describeEveryStore, sayUnreached } from "../support/stores";
import {
  buildMembership,
  buildPlan,
  buildAccount,
  buildSession,
  buildSubscription,
  buildToken,
  buildUser,
} from "./rows";

process.stdout.write(await sayUnreached());
forgetRecordedStatements();

await describeEveryStore("store calls", (fresh) => {
  const store = () => fresh().store;

  test("an inserted row is found by any of its fields", async () => {
    const user = buildUser({ darkMode: true, locale: "es" });
    await store().insert(userEntity, user);
    expect(await store().findOne(userEntity, { id: user.id })).toEqual(user);
    expect(await store().findOne(userEntity, { email: user.email, darkMode: true, locale: "es" })).toEqual(
      user,
    );
    expect(
      await store().findOne(userEntity, { id: user.id, createdAt: user.createdAt, passwordHash: null }),
    ).toEqual(user);
  });

  test("a condition without a match gives null, an empty list, or 0", async () => {
    expect(await store().findOne(userEntity, { id: uuid() })).toBeNull();
    expect(await store().find(userEntity, { id: uuid() })).toEqual([]);
    expect(await store().count(userEntity, { id: uuid() })).toBe(0);
    expect(await store().update(userEntity, { id: uuid() }, { name: "Nobody" })).toBe(0);
    expect(await store().remove(userEntity, { id: uuid() })).toBe(0);
  });

  testFindTogether(store);

  test("countBy counts the rows for each value, and leaves out values without rows", async () => {
    const [busy, single, idle] = [uuid(), uuid(), uuid()];
    for (const userId of [busy, busy, single]) await store().insert(tokenEntity, buildToken({ userId }));
    await store().insert(tokenEntity, buildToken({ userId: busy, usedAt: new Date() }));
    const unused = { userId: { in: [busy, single, idle] }, usedAt: null };
    expect(await store().countBy(tokenEntity, unused, "userId")).toEqual(
      new Map([
        [busy, 2],
        [single, 1],
      ]),
    );
    expect(await store().countBy(tokenEntity, { userId: { in: [] } }, "userId")).toEqual(new Map());
  });

  test("countByDay counts the rows for each day in UTC, from its first to its last millisecond", async () => {
    const userId = uuid();
    const times = ["2026-01-31T00:00:00.000Z", "2026-01-31T23:59:59.999Z", "2026-02-01T00:00:00.000Z"];
    for (const time of times)
      await store().insert(tokenEntity, buildToken({ userId, createdAt: new Date(time) }));
    expect(await store().countByDay(tokenEntity, { userId }, "createdAt")).toEqual(
      new Map([
        ["2026-01-31", 2],
        ["2026-02-01", 1],
      ]),
    );
  });

  test("sumBy adds up a number for each value, and leaves out values without rows", async () => {
    const [first, second] = [uuid(), uuid()];
    for (const [userId, attempts] of [
      [first, 2],
      [first, 3],
      [second, 0],
    ] as const)
      await store().insert(tokenEntity, buildToken({ userId, attempts }));
    const fields = { sum: "attempts", by: "userId" } as const;
    const sums = await store().sumBy(tokenEntity, { userId: { in: [first, second, uuid()] } }, fields);
    expect(Object.fromEntries(sums)).toEqual({ [first]: 5, [second]: 0 });
  });

  test("conditions: in a list, in a range, not equal, null", async () => {
    const userId = uuid();
    const usedAt = new Date();
    const tokens = [0, 1, 2, 3].map((attempts) =>
      buildToken({ userId, attempts, usedAt: attempts === 0 ? null : usedAt }),
    );
    for (const token of tokens) await store().insert(tokenEntity, token);
    const listAttempts = async (where: Parameters<typeof matching>[0]) =>
      (await matching(where)).map((token) => token.attempts).sort();
    const matching = (where: object) => store().find(tokenEntity, { userId, ...where });

    expect(await listAttempts({ attempts: { in: [1, 3, 9] } })).toEqual([1, 3]);
    expect(await listAttempts({ attempts: { in: [] } })).toEqual([]);
    expect(await listAttempts({ attempts: { gt: 1 } })).toEqual([2, 3]);
    expect(await listAttempts({ attempts: { gte: 1, lt: 3 } })).toEqual([1, 2]);
    expect(await listAttempts({ attempts: { lte: 0 } })).toEqual([0]);
    expect(await listAttempts({ attempts: { not: 2 } })).toEqual([0, 1, 3]);
    expect(await listAttempts({ usedAt: null })).toEqual([0]);
    expect(await listAttempts({ usedAt: { not: null } })).toEqual([1, 2, 3]);
    expect(await listAttempts({ usedAt: { not: usedAt } })).toEqual([0]);
    expect(await store().count(tokenEntity, { userId, attempts: { gt: 0 }, usedAt: { lte: usedAt } })).toBe(
      3,
    );
  });

  test("update returns the number of matching rows, even when no value changes", async () => {
    const tokens = [buildToken(), buildToken()];
    for (const token of tokens) await store().insert(tokenEntity, token);
    const both = { id: { in: tokens.map(({ id }) => id) } };
    expect(await store().update(tokenEntity, both, { attempts: 0 })).toBe(2);
    expect(await store().update(tokenEntity, both, { attempts: 5, usedAt: new Date(0) })).toBe(2);
    expect(await store().count(tokenEntity, { ...both, attempts: 5, usedAt: new Date(0) })).toBe(2);
    expect(await store().update(tokenEntity, both, { usedAt: null })).toBe(2);
    expect((await store().findOne(tokenEntity, { id: tokens[0]?.id ?? "" }))?.usedAt).toBeNull();
  });

  test("remove deletes the matching rows and nothing else", async () => {
    const [kept, ...gone] = [buildToken(), buildToken(), buildToken()];
    for (const token of [kept, ...gone]) await store().insert(tokenEntity, token);
    expect(await store().remove(tokenEntity, { id: { in: gone.map(({ id }) => id) } })).toBe(2);
    expect(await store().findOne(tokenEntity, { id: kept.id })).toEqual(kept);
  });

  test("an update or a removal without a condition, and an update without values, are rejected", async () => {
    await expect(store().remove(tokenEntity, {})).rejects.toThrow(TypeError);
    await expect(store().update(tokenEntity, {}, { attempts: 1 })).rejects.toThrow(TypeError);
    await expect(store().update(tokenEntity, { id: uuid() }, {})).rejects.toThrow(TypeError);
  });

  test("a duplicate error names the duplicate fields, whichever constraint was violated", async () => {
    const user = buildUser();
    const membership = buildMembership();
    await store().insert(userEntity, user);
    await store().insert(membershipEntity, membership);
    const { userId, accountId, ownerClaim } = membership;

    const getRejection = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => error,
      );
    const getDuplicateFields = async (work: Promise<unknown>) => {
      const error = await getRejection(work);
      expect(error).toBeInstanceOf(DuplicateError);
      return error instanceof DuplicateError ? error.fields : [];
    };
    expect(
      await getDuplicateFields(store().insert(userEntity, buildUser({ id: user.id, emailClaim: uuid() }))),
    ).toEqual(["id"]);
    const trap = "x' for key 'users.users_email_claim_unique";
    await store().insert(userEntity, buildUser({ id: trap.slice(0, 36), emailClaim: trap }));
    expect(
      await getDuplicateFields(store().insert(userEntity, buildUser({ emailClaim: user.emailClaim }))),
    ).toEqual(["emailClaim"]);
    expect(
      await getDuplicateFields(store().insert(userEntity, buildUser({ id: trap.slice(0, 36) }))),
    ).toEqual(["id"]);
    expect(
      await getDuplicateFields(store().insert(membershipEntity, buildMembership({ userId, accountId }))),
    ).toEqual(["userId", "accountId"]);
    expect(
      await getDuplicateFields(store().insert(membershipEntity, buildMembership({ ownerClaim }))),
    ).toEqual(["ownerClaim"]);
    const other = buildMembership();
    await store().insert(membershipEntity, other);
    expect(
      await getDuplicateFields(store().update(membershipEntity, { id: other.id }, { ownerClaim })),
    ).toEqual(["ownerClaim"]);
  });

  test("each call counts as one statement", async () => {
    const before = store().statements;
    await store().findOne(userEntity, { id: uuid() });
    await findViewer(store(), { tokenHash: uuid() });
    await store().update(userEntity, { id: uuid() }, { name: "x" });
    expect(store().statements - before).toBe(3);
  });

  test("ping succeeds", async () => {
    await expect(store().ping()).resolves.toBeUndefined();
  });
});

await describeEveryStore("findViewer", (fresh) => {
  const store = () => fresh().store;

  async function signIn({ isMember = true, isSubscribed = true } = {}) {
    const [user, account] = [buildUser({ isMaster: true }), buildAccount()];
    const session = buildSession({ userId: user.id, accountId: account.id, impersonatorId: uuid() });
    const membership = buildMembership({ userId: user.id, accountId: account.id, role: "admin" });
    const subscription = buildSubscription({
      id: account.id,
      planId: uuid(),
      currentPeriodEnd: new Date(99),
      seats: 3,
    });
    await store().insert(userEntity, user);
    await store().insert(accountEntity, account);
    await store().insert(sessionEntity, session);
    if (isMember) await store().insert(membershipEntity, membership);
    const plan = buildPlan({ id: subscription.planId ?? "", seatLimit: null });
    if (isSubscribed) await store().insert(subscriptionEntity, subscription);
    if (isSubscribed) await store().insert(planEntity, plan);
    return { session, user, account, membership, accountCount: 1, subscription, plan };
  }

  test("the session comes with its user, account, role and plan, by token or by id", async () => {
    const expected = await signIn();
    await store().insert(membershipEntity, buildMembership({ accountId: expected.account.id }));
    expect(await findViewer(store(), { tokenHash: expected.session.tokenHash })).toEqual(expected);
    expect(await findViewer(store(), { sessionId: expected.session.id })).toEqual(expected);
  });

  test("the user's accounts are counted, and no other user's", async () => {
    const { session, user, account } = await signIn();
    await store().insert(membershipEntity, buildMembership({ userId: user.id }));
    await store().insert(membershipEntity, buildMembership({ userId: user.id }));
    await store().insert(membershipEntity, buildMembership({ accountId: account.id }));
    expect((await findViewer(store(), { sessionId: session.id }))?.accountCount).toBe(3);
  });

  test("without a plan the subscription and its plan are null", async () => {
    const { session } = await signIn({ isSubscribed: false });
    expect(await findViewer(store(), { sessionId: session.id })).toMatchObject({
      subscription: null,
      plan: null,
    });
  });

  test("a session that does not exist, or is in an account without the user's membership, gives null", async () => {
    const { session } = await signIn({ isMember: false });
    expect(await findViewer(store(), { sessionId: session.id })).toBeNull();
    expect(await findViewer(store(), { tokenHash: session.id })).toBeNull();
    expect(await findViewer(store(), { tokenHash: "\0" })).toBeNull();
  });

  test("an expired session is returned: the caller checks the expiry", async () => {
    const { session } = await signIn();
    await store().update(sessionEntity, { id: session.id }, { expiresAt: new Date("1999-01-01") });
    expect((await findViewer(store(), { sessionId: session.id }))?.session.expiresAt).toEqual(
      new Date("1999-01-01"),
    );
  });
});

describe("openStore", () => {
  test.each(["", "app.db", "http://x", "sqlite"])(
    "%j, which names no store, is rejected with the list of URL schemes",
    async (url) => {
      await expect(openStore(url)).rejects.toThrow("must begin with one of sqlite:");
    },
  );
});

/** The founder's own fields are columns of users and accounts, and so in every call for these. */
const HAS_OWN_COLUMNS = Object.keys({ ...OWN_USER_FIELDS, ...OWN_ACCOUNT_FIELDS }).length > 0;

test.each([
  ["SQL Server", "mssql", "sql-server"],
  ["Oracle", "oracle", "oracle"],
] as const)(
  "all of these calls, written for %s, are the statements that were reviewed",
  async (_, dialect, folder) => {
    const statements = listRecordedStatements(dialect);
    expect(statements.length).toBeGreaterThan(30);
    await expect(`${statements.join(";\n")};\n`, "npm run statements renews them").toMatchFileSnapshot(
      HAS_OWN_COLUMNS ? `../../app/product/statements/${dialect}-calls.sql` : `./${folder}/conformance.sql`,
    );
  },
);
