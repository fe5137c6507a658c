/** The webhook's route in the built product: only what the provider signed, recently and as it was sent, has an effect. */
import { providerEventEntity } from "~/models/provider-event.server";
import { subscriptionEntity } from "~/models/subscription.server";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFaultStage, WEBHOOK_SECRET, type FaultStage } from "../support/fault-stage";
import { openRaw } from "../support/raw-request";

let stage: FaultStage;
let customer: string;
let accountId: string;
beforeAll(async () => {
  stage = await openFaultStage();
  const owner = await stage.makeOwner();
  ({ accountId } = owner);
  await owner.call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" });
  const row = await stage.withStore((store) => store.findOne(subscriptionEntity, { id: accountId }));
  customer = row?.customerId ?? "";
});
afterAll(() => stage.close());

let events = 0;
function buildEvent(changes: object = {}): string {
  events += 1;
  return JSON.stringify({
    id: `evt_test_${events}`,
    object: "event",
    type: "customer.subscription.deleted",
    livemode: false,
    data: { object: { id: "sub_1", object: "subscription", status: "canceled", customer } },
    ...changes,
  });
}

const now = () => Math.floor(Date.now() / 1000);
function sign(payload: string, { secret = WEBHOOK_SECRET, timestamp = now() } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

async function post(body: string, signature?: string): Promise<number> {
  const response = await fetch(`${stage.product().url}/api/webhook/stripe`, {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", ...(signature && { "Stripe-Signature": signature }) },
  });
  return response.status;
}

/** Without what the comparison of seats writes by itself. */
const readRows = () =>
  stage.withStore(async (store) => ({
    row: { ...(await store.findOne(subscriptionEntity, { id: accountId })), seatsDueAt: null },
    events: (await store.find(providerEventEntity, {})).filter(({ id }) => id.startsWith("evt_test_")).length,
  }));

describe("a delivery that the provider has not signed like this answers 400 and changes nothing", () => {
  const payload = buildEvent();
  const good = sign(payload);
  test.each<[string, string, string | undefined]>([
    ["no signature", payload, undefined],
    ["a header that is not a signature", payload, "signed, truly"],
    ["the other way round", payload, good.split(",").reverse().join(";")],
    ["another secret", payload, sign(payload, { secret: "whsec_other" })],
    ["the API key as the secret", payload, sign(payload, { secret: "sk_test_faults" })],
    ["an empty signature", payload, good.replace(/v1=.*/, "v1=")],
    ["a short signature", payload, good.slice(0, -2)],
    ["an old scheme", payload, good.replace("v1=", "v0=")],
    ["no time", payload, good.replace(/^t=\d+,/, "")],
    ["a time that is not a number", payload, good.replace(/^t=\d+/, "t=soon")],
    ["more than five minutes old", payload, sign(payload, { timestamp: now() - 301 })],
    ["another time than the signed one", payload, good.replace(/^t=\d+/, `t=${now() - 9}`)],
    ["a reformatted body", JSON.stringify(JSON.parse(payload), null, 2), good],
    ["a byte more", `${payload}\n`, good],
    ["no body", "", good],
    ["what is not JSON, signed", "hello", sign("hello")],
    ["JSON that is not an event, signed: null", ...signed("null")],
    ["JSON that is not an event, signed: a list", ...signed("[]")],
    ["JSON that is not an event, signed: no fields", ...signed("{}")],
    ["an event about nothing, signed", ...signed(buildEvent({ data: null }))],
    ["an event of the live mode, signed", ...signed(buildEvent({ livemode: true }))],
  ])("%s", async (_name, body, signature) => {
    const before = await readRows();
    expect(await post(body, signature)).toBe(400);
    expect(await readRows()).toEqual(before);
  });

  test("the header twice", async () => {
    const signatures = ["whsec_other", "whsec_another"].map((secret) => sign(payload, { secret }));
    const head = [
      "POST /api/webhook/stripe HTTP/1.1",
      `Host: localhost:${stage.product().port}`,
      "Connection: close",
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(payload)}`,
      ...signatures.map((signature) => `Stripe-Signature: ${signature}`),
    ];
    const answer = await openRaw(stage.product(), `${head.join("\r\n")}\r\n\r\n${payload}`).closed;
    expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
  });
});

describe("a signed delivery answers 200 and changes nothing", () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  test.each([
    ["of a customer that no account has", { data: { object: { id: "sub_2", customer: "cus_nobody" } } }],
    ["of an unknown type", { type: "an.event.of.the.future" }],
    ["without a customer", { data: { object: { id: "in_1", object: "invoice" } } }],
    ["with a customer that is not an id", { data: { object: { id: "in_1", customer: { id: ["x"] } } } }],
    ["of 300 KB", { data: { object: { id: "sub_3", customer: "cus_nobody" }, more: "x".repeat(300_000) } }],
    [
      "nested 20,000 levels deep",
      { data: { object: { id: "sub_4", customer: "cus_nobody" }, more: "DEEP" } },
    ],
  ])("%s", async (_name, changes) => {
    const body = buildEvent(changes).replace('"DEEP"', deep);
    const before = await readRows();
    expect(await post(body, sign(body))).toBe(200);
    expect((await readRows()).row).toEqual(before.row);
  });

  test("a delivery that claims what the provider does not say changes nothing: the state comes from the provider", async () => {
    const before = await readRows();
    const body = buildEvent();
    expect(await post(body, sign(body))).toBe(200);
    const after = await readRows();
    expect(after.row).toMatchObject({ planId: "pro", status: "active", providerId: before.row.providerId });
    expect(after.events).toBe(before.events + 1);
  });

  test("a body larger than any event answers 413", async () => {
    const body = buildEvent({ more: "x".repeat(600_000) });
    expect(await post(body, sign(body))).toBe(413);
  });
});

function signed(body: string): [string, string] {
  return [body, sign(body)];
}
