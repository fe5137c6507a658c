/** Billing under parallel requests and webhook events, on every store: an account gets one subscription, never two. */
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntity } from "~/models/audit.server";
import { invoiceEntity } from "~/models/invoice.server";
import { planEntity } from "~/models/plan.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { AppError } from "~/domain/errors";
import { receiveEvent } from "~/services/billing/sync/provider-events.server";
import { reconcile } from "~/services/billing/sync/reconcile.server";
import { runOperation } from "~/services/platform/operation.server";
import { refundPayment } from "~/services/master/refunds.server";
import { insertShippedPlans } from "~/services/billing/plans/plans.server";
import {
  authenticate,
  listMailsFor,
  makeOwner,
  startBilling,
  listProviderSubscriptions,
  type Billing,
  type Delivery,
  type Owner,
} from "../support/billing";
import { waitFor } from "../support/product";
import { endLease } from "../support/leases";
import { makeTestUser } from "../support/users";
import { createContext, runConcurrently } from "../support/services";
import { describeStores } from "../support/stores";

const RACERS = 10;
const ROUNDS = 3;

await describeStores("billing", (fresh) => {
  let billing: Billing;
  beforeAll(async () => {
    billing = await startBilling({ store: fresh().store });
  });
  afterAll(() => billing.close());

  const findSubscriptionRow = (owner: Owner) =>
    billing.app.store.findOne(subscriptionEntity, { id: owner.accountId });
  const listLiveSubscriptions = async (owner: Owner) =>
    (await listProviderSubscriptions(billing, owner)).filter(({ status }) => status !== "incomplete_expired");

  /** Sends the same request many times at once; every rejection is a conflict. Returns the number accepted. */
  async function raceAndCountAccepted(send: (index: number) => Promise<unknown>): Promise<number> {
    const { answers, refusals } = await runConcurrently(RACERS, send);
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 409));
    return answers.length;
  }

  async function waitForDeliveries(id: string, type: string): Promise<Delivery[]> {
    const listDeliveries = () => billing.deliveries.filter(({ body }) => body.includes(id));
    const getEventType = ({ body }: Delivery) => (JSON.parse(body.toString()) as Stripe.Event).type;
    await waitFor(
      () => listDeliveries().some((delivery) => getEventType(delivery) === type),
      `${type} of ${id}`,
    );
    return listDeliveries();
  }

  test("concurrent starts create each plan once", async () => {
    await Promise.all(Array.from({ length: RACERS }, () => insertShippedPlans(billing.app.store)));
    expect(await billing.app.store.count(planEntity, { isActive: true })).toBe(6);
  });

  test("ten concurrent requests with a card create one subscription and send one mail", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner(billing);
      expect(await raceAndCountAccepted(() => owner.choose({ plan: "pro", token: "tok_visa" }))).toBe(1);
      expect(await listLiveSubscriptions(owner)).toHaveLength(1);
      expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "pro", status: "active" });
      expect(await listMailsFor(billing.app.store, owner)).toEqual(["subscription_started"]);
    }
  });

  test("ten concurrent requests, for the free plan or for paid and free plans mixed, set one plan", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [free, mixed] = [await makeOwner(billing), await makeOwner(billing)];
      expect(await raceAndCountAccepted(() => free.choose({ plan: "free" }))).toBe(1);
      expect(
        await raceAndCountAccepted((index) =>
          mixed.choose(index % 2 ? { plan: "free" } : { plan: "pro", token: "tok_visa" }),
        ),
      ).toBe(1);
      const row = await findSubscriptionRow(mixed);
      expect(await listLiveSubscriptions(mixed)).toHaveLength(row?.planId === "pro" ? 1 : 0);
    }
  });

  test("ten concurrent equal upgrades make one change and one charge", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner(billing);
      await owner.choose({ plan: "pro", token: "tok_visa" });
      expect(await raceAndCountAccepted(() => owner.upgrade({ plan: "scale" }))).toBe(1);
      expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "scale", status: "active" });
      const customer = (await findSubscriptionRow(owner))?.customerId ?? "";
      const invoices = await billing.stripe.invoices.list({ customer });
      expect(invoices.data.map(({ amount_paid: paid }) => paid)).toEqual([7500, 2400]);
      expect(await listLiveSubscriptions(owner)).toHaveLength(1);
    }
  });

  test("ten concurrent changes to the free plan, another plan and back end in one state, the same at the provider", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner(billing);
      await owner.choose({ plan: "pro", token: "tok_visa" });
      const plans = ["free", "scale", "pro"];
      const accepted = await raceAndCountAccepted((index) =>
        owner.change({ plan: plans[index % plans.length] }),
      );
      expect(accepted).toBeGreaterThan(0);
      const row = await findSubscriptionRow(owner);
      const [subscription] = await listLiveSubscriptions(owner);
      expect(subscription?.items.data[0]?.price.lookup_key).toBe(row?.planId);
      expect(subscription?.cancel_at_period_end).toBe(row?.cancelAtPeriodEnd);
      expect(row?.nextPlanId).toBe(row?.cancelAtPeriodEnd ? "free" : null);
    }
  });

  test("ten requests with a card that needs authentication, then repeats and the webhook at once, create one subscription", async () => {
    const owner = await makeOwner(billing);
    const request = { plan: "pro", token: "tok_threeDSecure2Required" };
    expect(await raceAndCountAccepted(() => owner.choose(request))).toBeGreaterThan(0);
    const { payment } = await owner.choose(request);
    if (!payment) throw new Error("no action was asked for");
    await authenticate(billing, payment.client_secret);
    const [subscription] = await listLiveSubscriptions(owner);
    const listDeliveries = await waitForDeliveries(subscription?.id ?? "", "customer.subscription.updated");
    await Promise.all([
      raceAndCountAccepted(() => owner.choose({ ...request, payment_intent: "pi_1" })),
      ...listDeliveries.map((delivery) => receiveEvent(billing.app, delivery)),
    ]);
    expect(await findSubscriptionRow(owner)).toMatchObject({
      planId: "pro",
      status: "active",
      providerId: subscription?.id,
    });
    expect(await listLiveSubscriptions(owner)).toHaveLength(1);
    expect(await listMailsFor(billing.app.store, owner)).toEqual(["subscription_started"]);
  });

  test("webhook events of a subscription, delivered at once and five times each, end in the provider's final state", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner(billing);
      await owner.choose({ plan: "pro", token: "tok_visa" });
      const [subscription] = await listLiveSubscriptions(owner);
      const id = subscription?.id ?? "";
      await billing.stripe.subscriptions.update(id, { cancel_at_period_end: true });
      const ended = billing.stripe.subscriptions.cancel(id);
      const early = await waitForDeliveries(id, "customer.subscription.updated");
      const first = early.map((delivery) => receiveEvent(billing.app, delivery));
      await ended;
      const listDeliveries = await waitForDeliveries(id, "customer.subscription.deleted");
      const again = Array.from({ length: 5 }, () => listDeliveries).flat();
      await Promise.all([...first, ...again.map((delivery) => receiveEvent(billing.app, delivery))]);
      expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "pro", status: "canceled" });
    }
  });

  test("after a lost answer from the provider, reconciliation, a request and the webhook at once create one subscription", async () => {
    const owner = await makeOwner(billing);
    const { payments } = billing.app;
    const lost = new AppError("unavailable", "billing:errors.provider_away");
    const app = {
      ...billing.app,
      payments: {
        ...payments,
        startSubscription: async (order: Parameters<typeof payments.startSubscription>[0]) => {
          await payments.startSubscription(order);
          throw lost;
        },
      },
    };
    await expect(owner.choose({ plan: "pro", token: "tok_visa" }, app)).rejects.toBe(lost);
    await endLease(billing.app.store, owner);
    const [subscription] = await listLiveSubscriptions(owner);
    const listDeliveries = await waitForDeliveries(subscription?.id ?? "", "customer.subscription.created");
    await Promise.all([
      reconcile(billing.app),
      reconcile(billing.app),
      raceAndCountAccepted(() => owner.choose({ plan: "pro", token: "tok_mastercard" })),
      ...listDeliveries.map((delivery) => receiveEvent(billing.app, delivery)),
    ]);
    expect(await listLiveSubscriptions(owner)).toHaveLength(1);
    expect(await findSubscriptionRow(owner)).toMatchObject({
      planId: "pro",
      status: "active",
      providerId: subscription?.id,
    });
    expect(await listMailsFor(billing.app.store, owner)).toEqual(["subscription_started"]);
  });

  test("ten concurrent equal refunds pay back once, and the account's activity has one entry", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner(billing);
      const { store } = billing.app;
      const master = await makeTestUser(store, {
        permission: "master",
        isVerified: true,
        subscription: "active",
      });
      await owner.choose({ plan: "pro", token: "tok_visa" });
      const { accountId: account } = owner;
      const [invoice] = await store.find(invoiceEntity, { accountId: account });
      const input = {
        account,
        invoice: invoice?.id,
        amount: 3,
        request: "a",
        reason: "Sent late",
        confirm: "on",
      };
      const context = await createContext(billing.app, master);
      const { answers } = await runConcurrently(RACERS, () => runOperation(refundPayment, input, context));
      expect(answers.length).toBeGreaterThan(0);
      const after = await store.findOne(invoiceEntity, { id: invoice?.id ?? "" });
      const entries = await store.count(auditEntity, { accountId: account, action: "refunded" });
      expect([entries, after?.amountRefundedMinor]).toEqual([1, 300]);
    }
  });
});
