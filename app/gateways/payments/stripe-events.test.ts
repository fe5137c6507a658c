// An event counts only if the provider signed it, recently and for this mode.
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { createPayments } from "./stripe-payments";

const SECRET = "whsec_test";
const payments = createPayments({
  secretKey: "sk_test_1",
  publishableKey: "pk_test_1",
  webhookSecret: SECRET,
  apiBase: "http://127.0.0.1:1",
});

function createEvent(changes: object = {}) {
  return JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "customer.subscription.updated",
    livemode: false,
    data: { object: { id: "sub_1", object: "subscription", status: "active", customer: "cus_1" } },
    ...changes,
  });
}

const getNowInSeconds = () => Math.floor(Date.now() / 1000);

function sign(payload: string, { secret = SECRET, timestamp = getNowInSeconds() } = {}) {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

const readSignedEvent = (payload: string, signature: string) =>
  payments.readEvent(Buffer.from(payload), signature);

test("without a webhook's secret, every event is refused, also one that is signed with nothing", async () => {
  const unsigned = createPayments({
    secretKey: "sk_test_1",
    publishableKey: "pk_test_1",
    webhookSecret: null,
    apiBase: "http://127.0.0.1:1",
  });
  const payload = createEvent();
  for (const signature of [sign(payload), sign(payload, { secret: "" }), ""])
    await expect(unsigned.readEvent(Buffer.from(payload), signature)).rejects.toMatchObject({
      status: 400,
      messageKey: "billing:errors.no_webhook_secret",
    });
});

test("a signed event names what it is about, and its customer", async () => {
  const payload = createEvent();
  await expect(readSignedEvent(payload, sign(payload))).resolves.toEqual({
    id: "evt_1",
    type: "customer.subscription.updated",
    objectId: "sub_1",
    customerId: "cus_1",
  });
});

test.each([
  ["invoice.paid", { object: { customer: "cus_2" }, before: {} }, "cus_2"],
  ["invoice.payment_failed", { object: { customer: { id: "cus_3" } }, before: {} }, "cus_3"],
  ["customer.updated", { object: { id: "cus_4", object: "customer" }, before: {} }, "cus_4"],
  ["payment_method.detached", { object: { customer: null }, before: { customer: "cus_5" } }, "cus_5"],
  ["charge.refunded", { object: { customer: "cus_6" }, before: {} }, "cus_6"],
  ["invoice.paid", { object: { customer: null }, before: {} }, null],
  ["invoice.paid", { object: { customer: { id: ["cus_2"] } }, before: {} }, null],
  ["invoice.paid", { object: { customer: "c".repeat(65) }, before: null }, null],
  ["customer.created", { object: { id: "cus_7", object: "customer" }, before: {} }, null],
  ["an.event.of.the.future", { object: { customer: "cus_8" }, before: {} }, null],
])("an event %s with %j belongs to the customer %s", async (type, { object, before }, customerId) => {
  const data = { object: { id: "in_1", object: "invoice", ...object }, previous_attributes: before };
  const payload = createEvent({ type, data });
  await expect(readSignedEvent(payload, sign(payload))).resolves.toMatchObject({
    id: "evt_1",
    type,
    customerId,
  });
});

test("an object whose id no row can have is named by its event", async () => {
  for (const id of [7, null, "", "i".repeat(191), "in\u0000"]) {
    const payload = createEvent({ data: { object: { id, customer: "cus_1" } } });
    await expect(readSignedEvent(payload, sign(payload))).resolves.toMatchObject({ objectId: "evt_1" });
  }
});

describe("rejected as invalid", () => {
  const payload = createEvent();
  const good = sign(payload);
  test.each([
    ["no signature", payload, ""],
    ["a header that is not a signature", payload, "signed, truly"],
    ["another secret", payload, sign(payload, { secret: "whsec_other" })],
    ["an empty secret", payload, sign(payload, { secret: "x" }).replace(/v1=.*/, "v1=")],
    ["an unknown scheme", payload, good.replace("v1=", "v0=")],
    ["a signature without its time", payload, good.replace(/^t=\d+,/, "")],
    [
      "an old signature of another body",
      `${payload} `,
      sign(payload, { timestamp: getNowInSeconds() - 301 }),
    ],
    ["a time other than the signed one", payload, good.replace(/^t=\d+/, `t=${getNowInSeconds() - 10}`)],
    ["a reformatted body", JSON.stringify(JSON.parse(payload), null, 1), good],
    ["a body with an added space", `${payload} `, good],
    ["no body", "", good],
    ["a signed body that is not JSON", "hello", sign("hello")],
  ])("%s", async (_name, body, signature) => {
    await expect(readSignedEvent(body, signature)).rejects.toMatchObject({
      code: "invalid",
      messageKey: "billing:errors.unsigned",
    });
  });

  test.each([
    ...["null", "7", "true", '"text"', "[]", "[null]", "{}"],
    ...[{ id: null }, { id: ["evt_1"] }, { id: "" }, { id: "e".repeat(191) }, { id: "evt\u00001" }].map(
      createEvent,
    ),
    ...[{ type: 7 }, { type: "t".repeat(101) }, { livemode: "false" }].map(createEvent),
    ...[{ data: null }, { data: [] }, { data: {} }, { data: { object: null } }].map(createEvent),
  ])("a signed body that is JSON and no event: %s", async (body) => {
    await expect(readSignedEvent(body, sign(body))).rejects.toMatchObject({
      code: "invalid",
      messageKey: "billing:errors.not_an_event",
    });
  });

  test("a signature older than five minutes, with its age", async () => {
    const old = sign(payload, { timestamp: getNowInSeconds() - 301 });
    await expect(readSignedEvent(payload, old)).rejects.toMatchObject({
      code: "invalid",
      messageKey: "billing:errors.signed_earlier?count=5",
    });
  });

  test("an event of the other mode", async () => {
    const live = createEvent({ livemode: true });
    await expect(readSignedEvent(live, sign(live))).rejects.toMatchObject({
      code: "invalid",
      messageKey: "billing:errors.other_mode",
    });
  });
});
