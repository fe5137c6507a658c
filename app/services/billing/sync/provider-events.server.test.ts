// The provider's events, in any order and repeated any number of times, lead to the provider's current state.
import { EventEmitter, once } from "node:events";
import type Stripe from "stripe";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { providerEventEntity } from "~/models/provider-event.server";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { AppError } from "~/domain/errors";
import type { App } from "~/services/platform/app.server";
import { subscriptionEntity, saveSubscription } from "~/models/subscription.server";
import {
  authenticate,
  getCustomerId,
  listMailsFor,
  makeOwner,
  prepareBilling,
  listProviderSubscriptions,
  type Delivery,
  type Owner,
} from "../../../../tests/support/billing";
import { waitFor } from "../../../../tests/support/product";
import { receiveEvent } from "./provider-events.server";

const { billing, findRow: findSubscriptionRow } = prepareBilling();

const parseEvent = ({ body }: Delivery) => JSON.parse(body.toString()) as Stripe.Event;

/** Waits for the last event, and returns all deliveries that name the subscription. */
async function waitForDeliveries(id: string, isLast: (event: Stripe.Event) => boolean): Promise<Delivery[]> {
  const listDeliveries = () => billing.deliveries.filter(({ body }) => body.includes(id));
  await waitFor(
    () => listDeliveries().some((delivery) => isLast(parseEvent(delivery))),
    `events about ${id}`,
  );
  return listDeliveries();
}

async function subscribeToPro(owner: Owner): Promise<Stripe.Subscription> {
  await owner.choose({ plan: "pro", token: "tok_visa" });
  const [subscription] = await listProviderSubscriptions(billing, owner);
  if (!subscription) throw new Error("there is no subscription");
  return subscription;
}

describe("a tab that was closed after the authentication", () => {
  test.each([
    ["pro", "active"],
    ["team", "trialing"],
  ])("the webhook starts %s as %s, and the repeated request finds it", async (plan, status) => {
    const owner = await makeOwner(billing);
    const { payment } = await owner.choose({ plan, token: "tok_threeDSecure2Required" });
    if (!payment) throw new Error("the response has no payment action");
    await authenticate(billing, payment.client_secret);
    const [subscription] = await listProviderSubscriptions(billing, owner);
    const received = await waitForDeliveries(
      subscription?.id ?? "",
      ({ type }) => type === "customer.subscription.updated",
    );
    for (const delivery of received) await receiveEvent(billing.app, delivery);
    expect(await findSubscriptionRow(owner)).toMatchObject({
      planId: plan,
      status,
      providerId: subscription?.id,
    });

    const { data: repeated } = await owner.choose({ plan, token: "tok_x", payment_intent: "pi_1" });
    expect(repeated).toEqual({ plan, subscription: status });
    expect(await listMailsFor(billing.app.store, owner)).toEqual(["subscription_started"]);
  });

  test("a payment that was never finished ends at the provider, and the owner can start again", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "pro", token: "tok_threeDSecure2Required" });
    const [subscription] = await listProviderSubscriptions(billing, owner);
    await billing.stripe.subscriptions.cancel(subscription?.id ?? "");
    const received = await waitForDeliveries(
      subscription?.id ?? "",
      ({ type }) => type === "customer.subscription.updated",
    );
    for (const delivery of received) await receiveEvent(billing.app, delivery);
    expect(await billing.app.store.find(billingIntentEntity, { accountId: owner.accountId })).toMatchObject([
      { status: "failed" },
    ]);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "pro", status: "active" });
  });
});

describe("events in any order and number", () => {
  let owner: Owner;
  let deliveries: Delivery[];
  let started: Awaited<ReturnType<typeof findSubscriptionRow>>;

  beforeAll(async () => {
    owner = await makeOwner(billing);
    const { id } = await subscribeToPro(owner);
    started = await findSubscriptionRow(owner);
    await billing.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await billing.stripe.subscriptions.cancel(id);
    const received = await waitForDeliveries(id, ({ type }) => type === "customer.subscription.deleted");
    const subscriptionEvents = received.filter((delivery) =>
      parseEvent(delivery).type.startsWith("customer.subscription."),
    );
    const paid = received.filter((delivery) => parseEvent(delivery).type === "invoice.paid");
    deliveries = [...subscriptionEvents.slice(0, 1), ...paid, ...subscriptionEvents.slice(-2)];
    expect(deliveries.map((delivery) => parseEvent(delivery).type)).toEqual([
      "customer.subscription.created",
      "invoice.paid",
      "customer.subscription.updated",
      "customer.subscription.deleted",
    ]);
  });

  beforeEach(async () => {
    if (!started) throw new Error("there is no row");
    for (const delivery of deliveries)
      await billing.app.store.remove(providerEventEntity, { id: parseEvent(delivery).id });
    await billing.app.store.update(subscriptionEntity, { id: owner.accountId }, { ...started });
  });

  test.each(listPermutations([0, 1, 2, 3]))(
    "events in the order %i, %i, %i, %i and each twice end in a cancelled subscription",
    async (...order) => {
      for (const index of order.flatMap((each) => [each, each])) {
        const delivery = deliveries[index];
        if (delivery) await receiveEvent(billing.app, delivery);
      }
      expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "pro", status: "canceled" });
    },
  );

  test("fifty concurrent deliveries of one event take effect once", async () => {
    const [delivery] = deliveries;
    if (!delivery) throw new Error("there is no delivery");
    await Promise.all(Array.from({ length: 50 }, () => receiveEvent(billing.app, delivery)));
    expect(await billing.app.store.count(providerEventEntity, { id: parseEvent(delivery).id })).toBe(1);
    const row = await findSubscriptionRow(owner);
    expect(row).toMatchObject({ status: "canceled", revision: (started?.revision ?? 0) + 1 });
  });

  test("a state that was read before the cancellation is not written after it", async () => {
    const [first, , , last] = deliveries;
    if (!first || !last || !started?.providerId) throw new Error("there is no delivery");
    const { providerId: subscriptionId, customerId } = started;
    const query = { subscriptionId, customerId: customerId ?? "", intentId: null, withRefunds: false };
    const now = await billing.app.payments.readBilling(query);
    if (!now?.subscription) throw new Error("the provider has no subscription");
    const before = { ...now, subscription: { ...now.subscription, status: "active" as const } };
    const gate = new EventEmitter();
    const released = once(gate, "open");
    let isFirstAnswer = true;
    const slow: App = {
      ...billing.app,
      payments: {
        ...billing.app.payments,
        async readBilling(asked) {
          if (!isFirstAnswer) return billing.app.payments.readBilling(asked);
          isFirstAnswer = false;
          await released;
          return before;
        },
      },
    };
    const late = receiveEvent(slow, first);
    await receiveEvent(billing.app, last);
    expect(await findSubscriptionRow(owner)).toMatchObject({ status: "canceled" });
    gate.emit("open");
    await late;
    expect(await findSubscriptionRow(owner)).toMatchObject({ status: "canceled" });
  });

  test("an event takes effect even when another change is written first", async () => {
    const [, , , last] = deliveries;
    if (!last || !started) throw new Error("there is no delivery");
    let isFirstAnswer = true;
    const supersededApp: App = {
      ...billing.app,
      payments: {
        ...billing.app.payments,
        async readBilling(asked) {
          if (isFirstAnswer)
            await saveSubscription(
              billing.app.store,
              { accountId: owner.accountId },
              { billingEmail: "changed@meanwhile.test" },
            );
          isFirstAnswer = false;
          return billing.app.payments.readBilling(asked);
        },
      },
    };
    await receiveEvent(supersededApp, last);
    expect(await findSubscriptionRow(owner)).toMatchObject({
      status: "canceled",
      billingEmail: "changed@meanwhile.test",
    });
    expect(await billing.app.store.count(providerEventEntity, { id: parseEvent(last).id })).toBe(1);
  });

  test("when the provider does not answer, the event is stored as failed, and its next delivery takes effect", async () => {
    const [, , , last] = deliveries;
    if (!last) throw new Error("there is no delivery");
    const away = billing.withPayments({ apiBase: "http://127.0.0.1:1" });
    await expect(receiveEvent(away, last)).rejects.toMatchObject({ status: 503 });
    expect(await billing.app.store.findOne(providerEventEntity, { id: parseEvent(last).id })).toMatchObject({
      status: "failed",
      attempts: 1,
      failure: expect.stringContaining("connection to Stripe") as string,
      appliedAt: null,
    });
    await receiveEvent(billing.app, last);
    expect(await findSubscriptionRow(owner)).toMatchObject({ status: "canceled" });
  });
});

describe("an event that concerns no current subscription", () => {
  test("a subscription that was created elsewhere changes nothing", async () => {
    const owner = await makeOwner(billing);
    const made = await subscribeToPro(owner);
    const price = made.items.data[0]?.price.id ?? "";
    const stranger = await billing.stripe.subscriptions.create({
      customer: getCustomerId(made),
      items: [{ price }],
    });
    const before = await findSubscriptionRow(owner);
    const received = await waitForDeliveries(stranger.id, ({ type }) => type === "invoice.paid");
    for (const delivery of received) await receiveEvent(billing.app, delivery);
    const { planId, status, providerId } = (await findSubscriptionRow(owner)) ?? {};
    expect({ planId, status, providerId }).toEqual({ planId: "pro", status: "active", providerId: made.id });
    expect(before?.providerId).toBe(made.id);
  });

  test("an event of a previous subscription does not change the current plan", async () => {
    const owner = await makeOwner(billing);
    const { id } = await subscribeToPro(owner);
    await billing.stripe.subscriptions.cancel(id);
    const received = await waitForDeliveries(id, ({ type }) => type === "customer.subscription.deleted");
    const last = received.at(-1);
    if (!last) throw new Error("there is no delivery");
    await receiveEvent(billing.app, last);
    await owner.choose({ plan: "free" });
    for (const delivery of received) await receiveEvent(billing.app, delivery);
    expect(await findSubscriptionRow(owner)).toMatchObject({
      planId: "free",
      status: "active",
      providerId: null,
    });
  });

  test("an unsigned delivery is rejected and changes nothing", async () => {
    const owner = await makeOwner(billing);
    const { id } = await subscribeToPro(owner);
    await billing.stripe.subscriptions.cancel(id);
    const received = await waitForDeliveries(id, ({ type }) => type === "customer.subscription.deleted");
    const before = await findSubscriptionRow(owner);
    for (const { body } of received) {
      await expect(receiveEvent(billing.app, { body, signature: "" })).rejects.toBeInstanceOf(AppError);
    }
    expect(await findSubscriptionRow(owner)).toEqual(before);
  });
});

function listPermutations(of: number[]): number[][] {
  if (of.length <= 1) return [of];
  return of.flatMap((first) =>
    listPermutations(of.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  );
}
