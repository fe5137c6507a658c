// Disputes and early fraud warnings: by the provider's test cards, by its API, and by the sandbox's own page.
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../tests/support/stripe-sandbox";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

async function pay(token: string) {
  const { customer, card, price } = await makeBuyer(sandbox.stripe, { token });
  await sandbox.stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: card });
  const { data } = await sandbox.stripe.paymentIntents.list({ customer });
  return { customer, intent: data[0]?.id ?? "" };
}

async function getDispute(payment_intent: string): Promise<Stripe.Dispute> {
  const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent })).data;
  if (!dispute) throw new Error("the payment is not disputed");
  return dispute;
}

/** The types of the events about an object, oldest first. */
async function listEventTypes(id: string): Promise<string[]> {
  const { data } = await sandbox.stripe.events.list({ limit: 100 });
  return data
    .filter(({ data: { object } }) => "id" in object && object.id === id)
    .map(({ type }) => type)
    .reverse();
}

const control = (body: object) =>
  sandbox.raw("/control/disputes", { method: "POST", body: JSON.stringify(body) });

test.each(["tok_4000000000000259", "tok_createDispute"])(
  "%s pays, and its bank disputes the payment as fraudulent",
  async (token) => {
    const { customer, intent } = await pay(token);
    const dispute = await getDispute(intent);
    expect(dispute).toMatchObject({ amount: 1900, reason: "fraudulent", status: "needs_response" });
    expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created);
    expect(await listEventTypes(dispute.id)).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
    ]);
    const expanded = await sandbox.stripe.disputes.retrieve(dispute.id, { expand: ["payment_intent"] });
    expect(expanded.payment_intent).toMatchObject({ id: intent, customer });
  },
);

test("tok_4000000000005423 pays, and its bank warns of a fraud", async () => {
  const { intent } = await pay("tok_4000000000005423");
  const { data } = await sandbox.stripe.radar.earlyFraudWarnings.list({ payment_intent: intent });
  expect(data).toMatchObject([{ actionable: true, fraud_type: "unauthorized_use_of_card" }]);
  expect(await listEventTypes(data[0]?.id ?? "")).toEqual(["radar.early_fraud_warning.created"]);
  expect((await sandbox.stripe.disputes.list({ payment_intent: intent })).data).toEqual([]);
});

test.each([
  ["winning_evidence", "won", ["charge.dispute.closed", "charge.dispute.funds_reinstated"]],
  ["losing_evidence", "lost", ["charge.dispute.closed"]],
  ["a letter", "under_review", []],
])("submitted evidence with the text %s: the dispute is %s", async (text, status, types) => {
  const { id } = await getDispute((await pay("tok_createDispute")).intent);
  await sandbox.stripe.disputes.update(id, { evidence: { uncategorized_text: text }, submit: true });
  expect(await sandbox.stripe.disputes.retrieve(id)).toMatchObject({ status });
  expect((await listEventTypes(id)).slice(2)).toEqual(["charge.dispute.updated", ...types]);
});

test("evidence that is not submitted decides nothing", async () => {
  const { id } = await getDispute((await pay("tok_createDispute")).intent);
  const evidence = { uncategorized_text: "losing_evidence" };
  await sandbox.stripe.disputes.update(id, { evidence, submit: false });
  expect(await sandbox.stripe.disputes.retrieve(id)).toMatchObject({
    status: "needs_response",
    evidence_details: { has_evidence: true, submission_count: 0 },
  });
});

test("an accepted dispute is lost, and is decided once", async () => {
  const { id } = await getDispute((await pay("tok_createDispute")).intent);
  expect(await sandbox.stripe.disputes.close(id)).toMatchObject({ status: "lost" });
  expect(await getStripeError(sandbox.stripe.disputes.close(id))).toMatchObject({ statusCode: 400 });
});

test("disputes and early warnings are listed by their time, each with its payment", async () => {
  const { intent } = await pay("tok_createDispute");
  const { created } = await getDispute(intent);
  const list = async (gte: number) => {
    const query = { created: { gte }, limit: 100, expand: ["data.payment_intent"] };
    const { data } = await sandbox.stripe.disputes.list(query);
    const { data: warnings } = await sandbox.stripe.radar.earlyFraudWarnings.list(query);
    return [...data, ...warnings].map(({ payment_intent: payment }) => payment);
  };
  expect(await list(created)).toContainEqual(expect.objectContaining({ id: intent, status: "succeeded" }));
  expect(await list(created + 3600)).toEqual([]);
});

test("a dispute settles the early warning of its payment", async () => {
  const { customer, intent } = await pay("tok_4000000000005423");
  expect((await control({ customer, action: "open" })).status).toBe(200);
  const { data } = await sandbox.stripe.radar.earlyFraudWarnings.list({ payment_intent: intent });
  expect(data).toMatchObject([{ actionable: false }]);
});

test("the sandbox's page disputes the newest payment, decides it, and warns", async () => {
  const { customer, intent } = await pay("tok_visa");
  expect((await control({ customer, action: "warn" })).body).toMatchObject({ kind: "warning", amount: 1900 });
  expect((await control({ customer, action: "open" })).body).toMatchObject({ status: "needs_response" });
  expect((await control({ customer, action: "lose" })).body).toMatchObject({ status: "lost" });
  expect(await getDispute(intent)).toMatchObject({ status: "lost" });
  const { body } = await sandbox.raw("/control/state");
  const shown = (body.customers as { id: string }[]).find(({ id }) => id === customer);
  // Both are of one second.
  expect(shown).toMatchObject({
    disputes: [
      { kind: "warning", status: "settled" },
      { kind: "dispute", status: "lost" },
    ],
  });
});

test.each([
  ["open", "payment"],
  ["warn", "payment"],
  ["win", "dispute"],
  ["lose", "dispute"],
])("the sandbox's page answers 400 to %s when the customer has no %s", async (action, param) => {
  const { customer } = await makeBuyer(sandbox.stripe, { token: "tok_visa" });
  const { status, body } = await control({ customer, action });
  expect([status, (body.error as { param: string }).param]).toEqual([400, param]);
});
