// The calls of the sandbox's own page: who may make them, what they show, and what they do to payments and webhooks.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { control, DAY, getState, giveCard, makeSubscriber, read } from "../../tests/support/sandbox-clock";
import { PUBLISHABLE_KEY, runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";
import type { AdvanceRequest } from "./types";

const NOON = Date.UTC(2026, 0, 31, 12);
const WITHIN = { timeout: 20_000 };

let sandbox: TestSandbox;
let receiver: Server;
let received: { id: string; type: string }[];
let status: number;
/** Runs in the receiver before it answers. */
let onEvent: (type: string) => Promise<unknown>;
beforeEach(async () => {
  [received, status, onEvent] = [[], 200, () => Promise.resolve()];
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; type: string };
      received.push(event);
      void onEvent(event.type).then(() => response.writeHead(status).end());
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const webhook = { url: `http://127.0.0.1:${port}/`, secret: "whsec_test" };
  sandbox = await runSandbox({ now: () => NOON, webhook });
});
afterEach(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
  receiver.close();
});

const createCustomer = async (name: string) => (await sandbox.stripe.customers.create({ name })).id;
const waitForDelivery = () =>
  vi.waitFor(async () => expect((await getState(sandbox)).deliveries.count).toBe(0), WITHIN);

describe("the state", () => {
  test("the state shows each customer with the card, subscriptions and invoices, and the latest events", async () => {
    const { customer, subscription, periodEnd } = await makeSubscriber(sandbox);
    await sandbox.stripe.customers.update(customer, { metadata: { account_id: "acc_1" }, name: "Ada" });
    await waitForDelivery();
    const state = await getState(sandbox);
    expect(state).toMatchObject({ now: NOON / 1000, hasMoreCustomers: false, failNext: [] });
    expect(state.customers).toMatchObject([
      {
        id: customer,
        email: "ada@example.com",
        name: "Ada",
        accountId: "acc_1",
        card: { brand: "visa", last4: "4242" },
        balance: 0,
        subscriptions: [
          { id: subscription, status: "active", plan: "Pro", quantity: 1, periodEnd, trialEnd: null },
        ],
        invoices: [{ status: "paid", total: 3000, currency: "usd" }],
      },
    ]);
    expect(state.events[0]).toMatchObject({
      type: "customer.updated",
      objectId: customer,
      attempts: 1,
      lastStatus: 200,
      deliveredAt: NOON / 1000,
    });
    expect(state.events.length).toBeLessThanOrEqual(50);
  });

  test("the state shows an event that the receiver refuses, with its status", async () => {
    status = 500;
    await createCustomer("Ada");
    await vi.waitFor(
      async () => expect((await getState(sandbox)).events[0]?.attempts).toBeGreaterThan(0),
      WITHIN,
    );
    const state = await getState(sandbox);
    expect(state.events[0]).toMatchObject({ lastStatus: 500, deliveredAt: null });
    expect(state.deliveries).toMatchObject({ count: 1, waiting: [{ type: "customer.created" }] });
    await control(sandbox, "webhooks", { action: "drop" });
  });

  test("the state does not show deleted customers", async () => {
    await sandbox.stripe.customers.del(await createCustomer("Ada"));
    expect((await getState(sandbox)).customers).toEqual([]);
  });
});

describe("a control call", () => {
  test.each([
    ["no key", {}, 401],
    ["a wrong key", { authorization: "Bearer sk_test_of_another" }, 401],
    ["the publishable key", { authorization: `Bearer ${PUBLISHABLE_KEY}` }, 403],
  ])("a control call with %s is rejected and does nothing", async (_, headers, expected) => {
    const url = `http://127.0.0.1:${sandbox.port}/control`;
    expect((await fetch(`${url}/state`, { headers })).status).toBe(expected);
    const body = JSON.stringify({ to: "month" });
    expect((await fetch(`${url}/advance`, { method: "POST", headers, body })).status).toBe(expected);
    expect((await getState(sandbox)).now).toBe(NOON / 1000);
  });

  test.each([
    ["advance", { to: "year" }, "to", "must be"],
    ["advance", { to: 1.5 }, "to", "must be"],
    ["advance", {}, "to", "must be"],
    ["advance", { to: "day", by: 1 }, "by", "unknown parameter"],
    ["advance", { to: NOON / 1000 }, "to", "only moves forward"],
    ["advance", { to: NOON / 1000 + 800 * DAY }, "to", "two years"],
    ["advance", { to: "trial_end" }, "to", "No subscription is in a trial"],
    ["advance", { to: "day", customer: "cus_nobody" }, "customer", "No such customer"],
    ["rewind", { to: "day" }, "to", "must be"],
    ["rewind", { to: NOON / 1000 }, "to", "must be in the past"],
    ["rewind", { to: NOON / 1000 - 800 * DAY }, "to", "two years"],
    ["next-payment", { outcome: "explodes" }, "outcome", "succeeds"],
    ["next-payment", { outcome: "fails", customer: "cus_nobody" }, "customer", "No such customer"],
    ["webhooks", { action: "burn" }, "action", "invalid"],
    ["webhooks", { action: "replay" }, "event", "invalid"],
    ["webhooks", { action: "replay", event: "evt_nothing" }, "event", "No such event"],
    ["webhooks", { action: "drop", event: "evt_nothing" }, "event", "No delivery"],
    ["webhooks", { action: "release", order: "random" }, "order", "invalid"],
  ] as const)("%s with %j answers 400 and names the field", async (call, body, ...[param, message]) => {
    const answer = await control(sandbox, call, body as AdvanceRequest);
    expect(answer).toMatchObject({ status: 400, body: { error: { param } } });
    expect((answer.body.error as { message: string }).message).toContain(message);
  });

  test("a control call that is not JSON answers 400; one that does not exist answers 404", async () => {
    expect((await sandbox.raw("/control/advance", { method: "POST", body: "to=day" })).status).toBe(400);
    expect((await sandbox.raw("/control/advance")).status).toBe(404);
    expect((await sandbox.raw("/control/else", { method: "POST", body: "{}" })).status).toBe(404);
  });
});

describe("the clock", () => {
  test("the clock waits in a jump until the product has heard that a change was given up, before the renewal", async () => {
    const { customer, subscription, card } = await makeSubscriber(sandbox);
    const { stripe } = sandbox;
    const [item] = (await stripe.subscriptions.retrieve(subscription)).items.data;
    await giveCard(sandbox, customer, "tok_4000000000003220");
    await stripe.subscriptions.update(subscription, {
      items: [{ id: item?.id ?? "", quantity: 2 }],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
    });
    onEvent = async (type) =>
      type === "customer.subscription.pending_update_expired"
        ? stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
        : undefined;
    expect((await control(sandbox, "advance", { to: "month" })).status).toBe(200);
    const { subscription: renewed, invoice } = await read(sandbox, subscription);
    expect([renewed.status, invoice.status, invoice.billing_reason]).toEqual([
      "active",
      "paid",
      "subscription_cycle",
    ]);
  });

  test.each([
    ["a day", "day", Date.UTC(2026, 1, 1, 12)],
    ["a month", "month", Date.UTC(2026, 1, 28, 12)],
    ["a given time", Date.UTC(2026, 5, 1) / 1000, Date.UTC(2026, 5, 1)],
  ] as const)("the clock moves by %s, and keeps the time over a restart", async (_, to, expected) => {
    const answer = await control(sandbox, "advance", { to });
    expect(answer).toMatchObject({ status: 200, body: { now: expected / 1000, changes: 0 } });
    sandbox = await sandbox.restart();
    expect((await getState(sandbox)).now).toBe(expected / 1000);
  });

  test("the clock goes back without undoing anything, and what was made in the past renews on the way forward", async () => {
    const earlier = await makeSubscriber(sandbox);
    await control(sandbox, "rewind", { to: NOON / 1000 - 70 * DAY });
    const { customer } = await makeSubscriber(sandbox);
    await control(sandbox, "advance", { to: NOON / 1000 });
    const { data } = await sandbox.stripe.invoices.list({ customer });
    expect(data.map(({ created }) => Math.round((NOON / 1000 - created) / DAY))).toEqual([9, 40, 70]);
    const { data: others } = await sandbox.stripe.invoices.list({ customer: earlier.customer });
    expect(others.map(({ created }) => created)).toEqual([NOON / 1000]);
  });

  test("the clock moves to the earliest trial's end, or to one customer's", async () => {
    const late = await makeSubscriber(sandbox, { trial_period_days: 20 });
    const early = await makeSubscriber(sandbox, { trial_period_days: 10 });
    await control(sandbox, "advance", { to: "trial_end" });
    expect((await getState(sandbox)).now).toBe(NOON / 1000 + 10 * DAY);
    await control(sandbox, "advance", { to: "trial_end", customer: late.customer });
    expect((await getState(sandbox)).now).toBe(NOON / 1000 + 20 * DAY);
    const again = await control(sandbox, "advance", { to: "trial_end", customer: early.customer });
    expect(again.status).toBe(400);
  });
});

test("a setting for the next payment replaces the customer's earlier one", async () => {
  const customer = await createCustomer("Ada");
  await control(sandbox, "next-payment", { outcome: "fails" });
  await control(sandbox, "next-payment", { customer, outcome: "fails" });
  const answer = await control(sandbox, "next-payment", { customer, outcome: "asks" });
  const failNext = [
    { customerId: null, outcome: "fails" },
    { customerId: customer, outcome: "asks" },
  ];
  expect(answer.body).toEqual({ failNext });
  sandbox = await sandbox.restart();
  expect((await getState(sandbox)).failNext).toEqual(failNext);
});

describe("webhooks", () => {
  test("webhooks are sent again on request", async () => {
    await createCustomer("Ada");
    await waitForDelivery();
    const event = received[0]?.id ?? "";
    await control(sandbox, "webhooks", { action: "replay", event });
    await waitForDelivery();
    expect(received.map(({ id }) => id)).toEqual([event, event]);
    expect((await getState(sandbox)).events[0]?.attempts).toBe(2);
  });

  test("webhooks are sent twice while they are doubled", async () => {
    await control(sandbox, "webhooks", { action: "duplicate" });
    await createCustomer("Ada");
    await control(sandbox, "webhooks", { action: "duplicate" });
    await createCustomer("Grace");
    await waitForDelivery();
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ id }) => id)).size).toBe(2);
  });

  test.each([
    ["in the same order", [{ action: "hold" }, { action: "release" }], [0, 1, 2]],
    ["in reverse", [{ action: "hold" }, { action: "release", order: "reverse" }], [2, 1, 0]],
    ["in reverse, with one button", [{ action: "reverse" }, { action: "reverse" }], [2, 1, 0]],
  ] as const)("webhooks that are held wait until they are released %s", async (_, [hold, release], order) => {
    await control(sandbox, "webhooks", hold);
    for (const name of ["Ada", "Grace", "Edith"]) await createCustomer(name);
    const { deliveries, events } = await getState(sandbox);
    expect([deliveries.isHeld, deliveries.count, received.length]).toEqual([true, 3, 0]);
    await control(sandbox, "webhooks", release);
    await waitForDelivery();
    const ids = events.map(({ id }) => id).reverse();
    expect(received.map(({ id }) => id)).toEqual(order.map((index) => ids[index]));
  });

  test("webhooks that wait can be dropped, all or one, and stay held over a restart", async () => {
    await control(sandbox, "webhooks", { action: "hold" });
    for (const name of ["Ada", "Grace", "Edith"]) await createCustomer(name);
    sandbox = await sandbox.restart();
    const [, middle] = (await getState(sandbox)).deliveries.waiting;
    await control(sandbox, "webhooks", { action: "drop", event: middle?.eventId ?? "" });
    expect((await getState(sandbox)).deliveries.count).toBe(2);
    await control(sandbox, "webhooks", { action: "release" });
    await waitForDelivery();
    expect(received).toHaveLength(2);
    expect(received.map(({ id }) => id)).not.toContain(middle?.eventId);
  });

  test("webhooks cannot be replayed when none is configured", async () => {
    await createCustomer("Ada");
    await waitForDelivery();
    const event = received[0]?.id ?? "";
    sandbox = await sandbox.restart({ webhook: undefined });
    const answer = await control(sandbox, "webhooks", { action: "replay", event });
    expect(answer).toMatchObject({ status: 400, body: { error: { message: "No webhook is configured." } } });
  });
});
