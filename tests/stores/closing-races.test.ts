/** Closing, whoever is faster: once, without a row or a subscription left behind, on every store. Security F7, N1. */
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeAccount, closeUser } from "~/services/profile/closing.server";
import { acceptInvite } from "~/services/team/joining.server";
import { makeLimiter } from "~/services/upkeep/limiter.server";
import { perform, type Context } from "~/services/operation.server";
import { hashToken, newToken } from "~/services/upkeep/secrets.server";
import { switchAccount } from "~/services/identity/switch-account.server";
import { makeOwner, startBilling, type Billing } from "../support/billing";
import { addMember } from "../support/members";
import { makePerson, type Person } from "../support/people";
import { contextOf, race } from "../support/services";
import { describeStores } from "../support/stores";
import { tablesWith } from "../support/whole-store";

const RACERS = 20;
const ROUNDS = 3;

await describeStores("closing", (fresh) => {
  let billing: Billing;
  beforeAll(async () => {
    billing = await startBilling({ store: fresh().store });
  });
  afterAll(() => billing.close());

  const somebody = () =>
    makePerson(billing.app.store, { permission: "user", isVerified: true, subscription: "active" });

  const expectConflicts = (refusals: { status: number }[]) => {
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 409));
  };

  /** The limit of tries is not what decides these races: each starts with all of its own. */
  const untried = (context: Context): Context => ({
    ...context,
    app: { ...context.app, limiter: makeLimiter(null) },
  });

  test("an account is closed once, whoever else tries at the same time", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner(billing);
      await owner.choose({ plan: "pro", token: "tok_visa" });
      const context = await contextOf(billing.app, owner);
      const { answers, refusals } = await race(RACERS, () => perform(closeAccount, {}, untried(context)));
      expect(answers).toHaveLength(1);
      expectConflicts(refusals);
      expect(await tablesWith(billing.app.store, [owner.accountId, owner.userId])).toEqual([]);
    }
  });

  test("a person closes themselves once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await somebody();
      const context = await contextOf(billing.app, member);
      const { answers, refusals } = await race(RACERS, () => perform(closeUser, {}, untried(context)));
      expect(answers).toHaveLength(1);
      expectConflicts(refusals);
      // The account stays, and is named after them; so does what they did to it.
      expect(await tablesWith(billing.app.store, [member.userId])).toEqual(["accounts", "audits"]);
    }
  });

  test("closing while a plan is chosen: the account is gone, or a conflict; no subscription outlives it", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner(billing);
      const context = await contextOf(billing.app, owner);
      await race<unknown>(RACERS, (index) =>
        index % 2 === 0
          ? owner.choose({ plan: "pro", token: "tok_visa" })
          : perform(closeAccount, {}, untried(context)),
      );
      const isThere = await billing.app.store.findOne("accounts", { id: owner.accountId });
      const live = await liveAtProvider(owner);
      if (isThere) expect(live.length).toBeLessThanOrEqual(1);
      else {
        expect(live).toEqual([]);
        expect(await tablesWith(billing.app.store, [owner.accountId, owner.userId])).toEqual([]);
      }
    }
  });

  test("closing while others join and come over: nobody is left in an account that is gone", async () => {
    const { store } = billing.app;
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner(billing);
      const members = await Promise.all(Array.from({ length: 6 }, somebody));
      for (const { userId } of members.slice(0, 3))
        await addMember(store, { userId, accountId: owner.accountId });
      const tokens = await Promise.all(members.slice(3).map((member) => invite(owner, member)));
      await race(7, async (index) => {
        if (index === 6) return perform(closeAccount, {}, await contextOf(billing.app, owner));
        const member = members[index];
        if (!member) throw new Error("there are six");
        const context = await contextOf(billing.app, member);
        if (index < 3) return perform(switchAccount, { account: owner.accountId }, context);
        const user = context.viewer?.user;
        const token = tokens[index - 3];
        if (!user || !token) throw new Error("they are signed in and invited");
        return store.transaction((inside) => acceptInvite(inside, context, { token, user }));
      });
      expect(await store.findOne("accounts", { id: owner.accountId })).toBeNull();
      expect(await store.count("memberships", { accountId: owner.accountId })).toBe(0);
      expect(await store.count("sessions", { accountId: owner.accountId })).toBe(0);
      for (const { userId } of members) expect(await store.findOne("users", { id: userId })).not.toBeNull();
    }
  });

  /** An invitation for this very person; returns the secret of its link. */
  async function invite(owner: Person, { userId }: Person): Promise<string> {
    const { store } = billing.app;
    const token = newToken("inv");
    const now = new Date();
    await store.insert("invites", {
      id: uuid(),
      accountId: owner.accountId,
      email: (await store.findOne("users", { id: userId }))?.email ?? "",
      role: "user",
      tokenHash: hashToken(token),
      invitedById: owner.userId,
      sentAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
      createdAt: now,
    });
    return token;
  }

  /** Subscriptions at the provider that this account is or will be charged for. */
  async function liveAtProvider({ accountId }: Person): Promise<string[]> {
    const { data } = await billing.stripe.subscriptions.list({ status: "all", limit: 100 });
    return data
      .filter(({ metadata, status }) => metadata.account_id === accountId && !/cancel|expired/.test(status))
      .map(({ status }) => status);
  }
});
