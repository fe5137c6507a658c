// Seats follow the members, with a real store and the payment sandbox.
import { afterEach, describe, expect, test, vi } from "vitest";
import { v7 as uuid } from "uuid";
import { membershipEntity } from "~/models/membership.server";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { planEntity } from "~/models/plan.server";
import { AppError } from "~/domain/errors";
import { days, minutes, seconds } from "~/domain/limits";
import { requestSeatSync, subscriptionEntity } from "~/models/subscription.server";
import { createWebhookEndpoint } from "~/models/webhook-endpoint.server";
import type { App } from "~/services/platform/app.server";
import { addMember } from "../../../../tests/support/members";
import {
  authenticate,
  listProviderSubscriptions,
  makeOwner,
  prepareBilling,
  type Owner,
} from "../../../../tests/support/billing";
import { startJob } from "../../../../tests/support/jobs";
import { endLease } from "../../../../tests/support/leases";
import { startClockWatch } from "~/services/platform/jobs/clock-watch.server";
import { createSeatJob, syncDueSeats } from "./seats.server";

const { billing, findRow } = prepareBilling();
const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((sync) => sync.stop()));
});

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Starts a process that compares seats; each retry comes soon. */
function startProcess({ store, payments }: Pick<App, "store" | "payments"> = billing.app) {
  const sync = startJob(createSeatJob({ store, payments, log: quiet, waits: [20] }), { every: 20 });
  running.push(sync);
  return sync;
}

const getBilledSeats = async (owner: Owner) =>
  (await listProviderSubscriptions(billing, owner))[0]?.items.data[0]?.quantity;
const waitUntilCompared = (owner: Owner) =>
  vi.waitFor(async () => expect((await findRow(owner))?.seatsDueAt).toBeNull(), { timeout: 20_000 });

/** An owner on the plan with a price for each member. Its trial ends at once, unless it is kept. */
async function makeTeamOwner({ isTrialing = false } = {}): Promise<Owner> {
  const owner = await makeOwner(billing);
  await billing.app.store.update(planEntity, { id: "team" }, { trialDays: isTrialing ? 14 : 0 });
  await owner.choose({ plan: "team", token: "tok_visa" });
  return owner;
}

async function join({ accountId }: Owner): Promise<void> {
  await billing.app.store.transaction(async (store) => {
    await addMember(store, { userId: uuid(), accountId });
    await requestSeatSync(store, { accountIds: [accountId] });
  });
}

async function getLatestInvoice(owner: Owner) {
  const [subscription] = await listProviderSubscriptions(billing, owner);
  const { data } = await billing.stripe.invoices.list({ subscription: subscription?.id ?? "" });
  return data[0];
}

describe("a plan with a price for each member", () => {
  test("two members who join together are billed as two seats", async () => {
    const owner = await makeTeamOwner();
    await Promise.all([join(owner), join(owner)]);
    startProcess();
    await waitUntilCompared(owner);
    expect(await getBilledSeats(owner)).toBe(3);
    expect(await findRow(owner)).toMatchObject({ seats: 3, status: "active" });
    const invoice = await getLatestInvoice(owner);
    expect(invoice).toMatchObject({ status: "paid", billing_reason: "subscription_update" });
    expect(invoice?.total).toBeGreaterThan(2300);
    expect(invoice?.total).toBeLessThanOrEqual(2400);
  });

  test("a member who joined while the clock was a day ahead is billed when it is set back", async () => {
    const owner = await makeTeamOwner();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days(1) });
    await join(owner);
    const { store } = billing.app;
    const jobs = { wake: () => undefined };
    const watch = startClockWatch([], { store, jobs, log: quiet, claimsRenewedAfterMs: 0 });
    running.push(watch);
    vi.useRealTimers();
    startProcess();
    watch.wake();
    await waitUntilCompared(owner);
    expect(await getBilledSeats(owner)).toBe(2);
  });

  test("a card that its holder has authenticated for later payments pays another seat without being asked", async () => {
    const owner = await makeOwner(billing);
    await billing.app.store.update(planEntity, { id: "team" }, { trialDays: 0 });
    const order = { plan: "team", token: "tok_4000002500003155" };
    const { payment } = await owner.choose(order);
    await authenticate(billing, payment?.client_secret ?? "");
    await owner.choose({ ...order, payment_intent: "pi" });
    await join(owner);
    startProcess();
    await waitUntilCompared(owner);
    expect(await findRow(owner)).toMatchObject({ seats: 2, status: "active" });
    expect(await getLatestInvoice(owner)).toMatchObject({
      status: "paid",
      billing_reason: "subscription_update",
    });
  });

  test("several processes change the seats once", async () => {
    const owner = await makeTeamOwner();
    await join(owner);
    for (let index = 0; index < 4; index += 1) startProcess();
    await waitUntilCompared(owner);
    expect(await getBilledSeats(owner)).toBe(2);
    const done = await billing.app.store.count(billingIntentEntity, { accountId: owner.accountId });
    expect(done).toBe(2); // the plan's own, and one for the seats
  });

  test("a member who leaves is credited", async () => {
    const owner = await makeTeamOwner();
    await join(owner);
    startProcess();
    await waitUntilCompared(owner);
    await billing.app.store.transaction(async (store) => {
      await store.remove(membershipEntity, { accountId: owner.accountId, role: "user" });
      await requestSeatSync(store, { accountIds: [owner.accountId] });
    });
    await waitUntilCompared(owner);
    expect(await getBilledSeats(owner)).toBe(1);
    expect((await getLatestInvoice(owner))?.total).toBeLessThan(0);
  });

  test("during a trial the seats change and nothing is charged", async () => {
    const owner = await makeTeamOwner({ isTrialing: true });
    await join(owner);
    startProcess();
    await waitUntilCompared(owner);
    expect(await getBilledSeats(owner)).toBe(2);
    const { data } = await billing.stripe.invoices.list({
      customer: (await findRow(owner))?.customerId ?? "",
    });
    expect(data.reduce((sum, invoice) => sum + invoice.amount_paid, 0)).toBe(0);
  });

  test("at start every account is compared, even without a request", async () => {
    const owner = await makeTeamOwner();
    startProcess();
    await waitUntilCompared(owner);
    await addMember(billing.app.store, { userId: uuid(), accountId: owner.accountId });
    await Promise.all(running.splice(0).map((sync) => sync.stop()));
    startProcess();
    await vi.waitFor(async () => expect(await getBilledSeats(owner)).toBe(2), { timeout: 20_000 });
  });
});

describe("failures", () => {
  test("while the provider is away the request stays, and the seats change once it is back", async () => {
    const owner = await makeTeamOwner();
    await join(owner);
    let isAway = true;
    const findSubscription: App["payments"]["findSubscription"] = (id) =>
      isAway
        ? Promise.reject(new AppError("unavailable", "billing:errors.provider_away"))
        : billing.app.payments.findSubscription(id);
    startProcess({ ...billing.app, payments: { ...billing.app.payments, findSubscription } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await findRow(owner))?.seatsDueAt).not.toBeNull();
    expect(await getBilledSeats(owner)).toBe(1);
    isAway = false;
    await waitUntilCompared(owner);
    expect(await getBilledSeats(owner)).toBe(2);
  });

  test("a change whose response is lost charges once", async () => {
    const owner = await makeTeamOwner();
    await join(owner);
    let calls = 0;
    const updateSeats: App["payments"]["updateSeats"] = async (change) => {
      calls += 1;
      const changed = await billing.app.payments.updateSeats(change);
      if (calls === 1) throw new AppError("unavailable", "billing:errors.provider_away");
      return changed;
    };
    startProcess({ ...billing.app, payments: { ...billing.app.payments, updateSeats } });
    await vi.waitFor(() => expect(calls).toBe(1), { timeout: 20_000 });
    const { store } = billing.app;
    await vi.waitFor(async () => {
      await endLease(store, owner);
      expect((await findRow(owner))?.seatsDueAt).toBeNull();
    }, 20_000);
    expect(await findRow(owner)).toMatchObject({ seats: 2 });
    expect(calls).toBe(1);
    expect(await store.count(billingIntentEntity, { openClaim: owner.accountId })).toBe(0);
  });

  test("a declined card bills the seat and leaves the subscription overdue", async () => {
    const owner = await makeTeamOwner();
    const customer = (await findRow(owner))?.customerId ?? "";
    await billing.app.payments.setCard({
      customerId: customer,
      token: "tok_chargeCustomerFail",
      name: "Ada",
      email: "ada@example.com",
    });
    const [subscription] = await listProviderSubscriptions(billing, owner);
    const { data } = await billing.stripe.paymentMethods.list({ customer });
    await billing.stripe.subscriptions.update(subscription?.id ?? "", {
      default_payment_method: data[0]?.id ?? "",
    });
    await join(owner);
    startProcess();
    await waitUntilCompared(owner);
    expect(await findRow(owner)).toMatchObject({ seats: 2, status: "requires_payment_method" });
  });
});

describe("the jobs that a commit wakes", () => {
  const listen = (): string[] => {
    const heard: string[] = [];
    billing.app.database.listen((queue) => heard.push(queue));
    return heard;
  };

  test("a plan that the comparison finds changed is delivered to the account's endpoints at once", async () => {
    const owner = await makeTeamOwner();
    const { store } = billing.app;
    const endpoint = { url: "https://hooks.example.com/", description: null, events: "plan.changed" };
    await createWebhookEndpoint(store, { accountId: owner.accountId, ...endpoint, secret: "encrypted" });
    // The provider bills the monthly one: its event has not arrived.
    await store.update(subscriptionEntity, { id: owner.accountId }, { planId: "team-yearly" });
    await join(owner);
    const heard = listen();
    await syncDueSeats({ store, payments: billing.app.payments, log: quiet });
    expect(await findRow(owner)).toMatchObject({ planId: "team", seats: 2 });
    expect(heard).toEqual(["webhooks"]);
  });

  test("a new plan, and every change of the members, is compared at once", async () => {
    const owner = await makeOwner(billing);
    const heard = listen();
    await owner.choose({ plan: "team", token: "tok_visa" });
    expect(heard).toContain("seats");
    heard.length = 0;
    await join(owner);
    expect(heard).toEqual(["seats"]);
  });

  test("an account without a plan has nothing to compare, and wakes nothing", async () => {
    const owner = await makeOwner(billing);
    const heard = listen();
    await join(owner);
    expect(heard).toEqual([]);
  });
});

test("on a plan without a price for each member, nothing is sent to the provider", async () => {
  const owner = await makeOwner(billing);
  await owner.choose({ plan: "pro", token: "tok_visa" });
  await join(owner);
  startProcess({ store: billing.app.store, payments: {} as App["payments"] });
  await waitUntilCompared(owner);
  expect(await getBilledSeats(owner)).toBe(1);
});

test("what fails because the provider is away is repeated after a quarter of a minute at most", async () => {
  const owner = await makeTeamOwner();
  await join(owner);
  const away = () => Promise.reject(new AppError("unavailable", "billing:errors.provider_away"));
  const payments = { ...billing.app.payments, findSubscription: away };
  const job = createSeatJob({ store: billing.app.store, payments, log: quiet, waits: [minutes(5)] });
  await job.run(new AbortController().signal);
  const waitMs = Number((await findRow(owner))?.seatsDueAt) - Date.now();
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(seconds(15));
});
