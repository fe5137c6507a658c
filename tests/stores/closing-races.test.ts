/** Closing accounts and users under parallel requests, on every store: once, and no row or subscription is left. */
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inviteEntity } from "~/models/invite.server";
import { userEntity } from "~/models/user.server";
import { sessionEntity } from "~/models/session.server";
import { membershipEntity } from "~/models/membership.server";
import { accountEntity } from "~/models/account.server";
import { closeAccount, closeUser } from "~/services/closing/close.server";
import { acceptInvite } from "~/services/team/joining.server";
import { createLimiter } from "~/services/platform/rate-limits/limiter.server";
import { runOperation, type Context } from "~/services/platform/operation.server";
import { hashToken, createRandomToken } from "~/crypto/secrets.server";
import { switchAccount } from "~/services/identity/user-sessions.server";
import { makeOwner, startBilling, type Billing } from "../support/billing";
import { addMember } from "../support/members";
import { makeTestUser, type TestUser } from "../support/users";
import { createContext, runConcurrently } from "../support/services";
import { describeStores } from "../support/stores";
import { listTablesWith } from "../support/whole-store";

const RACERS = 20;
const ROUNDS = 3;

await describeStores("closing accounts and users", (fresh) => {
  let billing: Billing;
  beforeAll(async () => {
    billing = await startBilling({ store: fresh().store });
  });
  afterAll(() => billing.close());

  const makeMember = () =>
    makeTestUser(billing.app.store, { permission: "user", isVerified: true, subscription: "active" });

  const expectConflicts = (refusals: { status: number }[]) => {
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 409));
  };

  /** The rate limit must not decide these races: each attempt gets a fresh limiter. */
  const resetLimits = (context: Context): Context => ({
    ...context,
    app: { ...context.app, limiter: createLimiter(context.app.secrets) },
  });

  test("twenty concurrent requests close an account once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner(billing);
      await owner.choose({ plan: "pro", token: "tok_visa" });
      const context = await createContext(billing.app, owner);
      const { answers, refusals } = await runConcurrently(RACERS, () =>
        runOperation(closeAccount, {}, resetLimits(context)),
      );
      expect(answers).toHaveLength(1);
      expectConflicts(refusals);
      expect(await listTablesWith(billing.app.store, [owner.accountId, owner.userId])).toEqual([]);
    }
  });

  test("twenty concurrent requests close a user once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await makeMember();
      const context = await createContext(billing.app, member);
      const { answers, refusals } = await runConcurrently(RACERS, () =>
        runOperation(closeUser, {}, resetLimits(context)),
      );
      expect(answers).toHaveLength(1);
      expectConflicts(refusals);
      // The account stays (its name contains the user's id), and so do the audit entries about the user.
      expect(await listTablesWith(billing.app.store, [member.userId])).toEqual(["accounts", "audits"]);
    }
  });

  test("closing an account while a plan is chosen leaves no subscription without an account", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner(billing);
      const context = await createContext(billing.app, owner);
      await runConcurrently<unknown>(RACERS, (index) =>
        index % 2 === 0
          ? owner.choose({ plan: "pro", token: "tok_visa" })
          : runOperation(closeAccount, {}, resetLimits(context)),
      );
      const isThere = await billing.app.store.findOne(accountEntity, { id: owner.accountId });
      const live = await listLiveSubscriptions(owner);
      if (isThere) expect(live.length).toBeLessThanOrEqual(1);
      else {
        expect(live).toEqual([]);
        expect(await listTablesWith(billing.app.store, [owner.accountId, owner.userId])).toEqual([]);
      }
    }
  });

  test("closing an account while others join it or switch to it leaves no membership and no session in it", async () => {
    const { store } = billing.app;
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner(billing);
      const members = await Promise.all(Array.from({ length: 6 }, makeMember));
      for (const { userId } of members.slice(0, 3))
        await addMember(store, { userId, accountId: owner.accountId });
      const tokens = await Promise.all(members.slice(3).map((member) => invite(owner, member)));
      await runConcurrently(7, async (index) => {
        if (index === 6) return runOperation(closeAccount, {}, await createContext(billing.app, owner));
        const member = members[index];
        if (!member) throw new Error("there are six");
        const context = await createContext(billing.app, member);
        if (index < 3) return runOperation(switchAccount, { account: owner.accountId }, context);
        const user = context.viewer?.user;
        const plans = { current: null, offered: [] };
        const token = tokens[index - 3];
        if (!user || !token) throw new Error("they are signed in and invited");
        return store.transaction((inside) => acceptInvite(inside, context, { token, user, plans }));
      });
      expect(await store.findOne(accountEntity, { id: owner.accountId })).toBeNull();
      expect(await store.count(membershipEntity, { accountId: owner.accountId })).toBe(0);
      expect(await store.count(sessionEntity, { accountId: owner.accountId })).toBe(0);
      for (const { userId } of members)
        expect(await store.findOne(userEntity, { id: userId })).not.toBeNull();
    }
  });

  /** Creates an invitation for this user; returns the token of its link. */
  async function invite(owner: TestUser, { userId }: TestUser): Promise<string> {
    const { store } = billing.app;
    const token = createRandomToken("inv");
    const now = new Date();
    await store.insert(inviteEntity, {
      id: uuid(),
      accountId: owner.accountId,
      email: (await store.findOne(userEntity, { id: userId }))?.email ?? "",
      role: "user",
      tokenHash: hashToken(token),
      invitedById: owner.userId,
      sentAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
      createdAt: now,
      askedAt: null,
    });
    return token;
  }

  /** The statuses of the account's subscriptions at the provider that are or will be charged. */
  async function listLiveSubscriptions({ accountId }: TestUser): Promise<string[]> {
    const { data } = await billing.stripe.subscriptions.list({ status: "all", limit: 100 });
    return data
      .filter(({ metadata, status }) => metadata.account_id === accountId && !/cancel|expired/.test(status))
      .map(({ status }) => status);
  }
});
