/** Seats under parallel changes of the members, on every store: the account is billed for its members, each once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { apiCallDayEntity, apiCallBatchEntity } from "~/models/api-call.server";
import { inviteEntity } from "~/models/invite.server";
import { membershipEntity } from "~/models/membership.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { mailEntity } from "~/models/mail.server";
import { planEntity } from "~/models/plan.server";
import { createSeatJob } from "~/services/billing/sync/seats.server";
import { startApiCallCounter } from "~/services/billing/api-calls/api-call-counter.server";
import { runOperation } from "~/services/platform/operation.server";
import { createUser } from "~/services/team/invitation.server";
import { createInvites } from "~/services/team/invites.server";
import { removeMember } from "~/services/team/members.server";
import {
  listProviderSubscriptions,
  makeOwner,
  startBilling,
  type Billing,
  type Owner,
} from "../support/billing";
import { startJob } from "../support/jobs";
import { createAnonymousContext, createContext, runConcurrently } from "../support/services";
import { describeStores } from "../support/stores";

const PASSWORD = "correct horse!";
const PROCESSES = 3;

await describeStores("seats and API calls", (fresh) => {
  let billing: Billing;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-seats-"));
  beforeAll(async () => {
    billing = await startBilling({ store: fresh().store });
    await billing.app.store.update(planEntity, { id: "team" }, { trialDays: 0 });
  });
  afterAll(async () => {
    await billing.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startTeam(plan: string): Promise<Owner> {
    const owner = await makeOwner(billing);
    await owner.choose({ plan, token: "tok_visa" });
    return owner;
  }

  /** Invites this many people, and returns what each of them sends to join. */
  async function invite(owner: Owner, count: number) {
    const { app } = billing;
    const emails = Array.from({ length: count }, () => `${uuid()}@example.com`);
    await runOperation(createInvites, { email: emails.join() }, await createContext(app, owner));
    return Promise.all(
      emails.map(async (email) => {
        const [mail] = await app.store.find(mailEntity, { recipient: email });
        const { link } = JSON.parse(app.secrets.decrypt("mail", mail?.payload ?? "")) as { link: string };
        const token = new URL(link).searchParams.get("id") ?? "";
        return { name: "New", email, password: PASSWORD, confirm_password: PASSWORD, invite_id: token };
      }),
    );
  }

  const findRow = ({ accountId }: Owner) => billing.app.store.findOne(subscriptionEntity, { id: accountId });
  const countMembers = ({ accountId }: Owner) => billing.app.store.count(membershipEntity, { accountId });
  const startProcesses = () =>
    Array.from({ length: PROCESSES }, () =>
      startJob(createSeatJob({ ...billing.app, waits: [20] }), { every: 20 }),
    );

  test("members who join and leave at the same time are billed as the members that are left", async () => {
    const owner = await startTeam("team");
    const processes = startProcesses();
    const inputs = await invite(owner, 4);
    const joinNow = (index: number) =>
      runOperation(createUser, inputs[index], createAnonymousContext(billing.app, `10.3.0.${index}`));
    const { answers } = await runConcurrently(2, joinNow);
    expect(answers).toHaveLength(2);
    const member = await billing.app.store.findOne(membershipEntity, {
      accountId: owner.accountId,
      role: "user",
    });
    const asOwner = await createContext(billing.app, owner);
    await runConcurrently<unknown>(3, (index) =>
      index === 2 ? runOperation(removeMember, { id: member?.userId }, asOwner) : joinNow(index + 2),
    );
    expect(await countMembers(owner)).toBe(4);
    await vi.waitFor(async () => expect((await findRow(owner))?.seatsDueAt).toBeNull(), 20_000);
    await Promise.all(processes.map((sync) => sync.stop()));
    const [subscription] = await listProviderSubscriptions(billing, owner);
    expect(subscription?.items.data[0]?.quantity).toBe(4);
    expect(await findRow(owner)).toMatchObject({ seats: 4, status: "active" });
  });

  test("of several who join at once, no more than the plan has seats for become members", async () => {
    const owner = await startTeam("pro");
    const inputs = await invite(owner, 4);
    await billing.app.store.update(subscriptionEntity, { id: owner.accountId }, { planId: "free" });
    const { answers, refusals } = await runConcurrently(4, (index) =>
      runOperation(createUser, inputs[index], createAnonymousContext(billing.app, `10.4.0.${index}`)),
    );
    expect(answers).toHaveLength(1);
    expect(refusals.map(({ status, detail }) => [status, detail.plan])).toEqual(Array(3).fill([402, "pro"]));
    expect(await countMembers(owner)).toBe(2);
    expect(await billing.app.store.count(inviteEntity, { accountId: owner.accountId })).toBe(3);
  });

  test("calls that several processes count at once are all stored", async () => {
    const owner = await makeOwner(billing);
    const { store, log } = billing.app;
    const counters = Array.from({ length: PROCESSES }, () => startApiCallCounter({ store, log, every: 5 }));
    for (let round = 0; round < 5; round += 1) {
      for (const counter of counters)
        for (let call = 0; call < 10; call += 1)
          counter.countApiCall({ accountId: owner.accountId, planId: "free" });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await Promise.all(counters.map((counter) => counter.stop()));
    const { accountId } = owner;
    expect(await store.find(apiCallDayEntity, { accountId })).toMatchObject([{ calls: 150 }]);
    const batches = await store.find(apiCallBatchEntity, { accountId });
    expect(batches.reduce((sum, { calls }) => sum + calls, 0)).toBe(150);
  });
});
