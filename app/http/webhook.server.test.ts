// The webhook's handler: its response to every kind of request.
import type { ActionFunctionArgs } from "@remix-run/node";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { prepareBilling, WEBHOOK_SECRET } from "../../tests/support/billing";
import { receiveWebhook, PROVIDER_EVENT_MAX_BYTES } from "./webhook.server";

const { billing } = prepareBilling();

const payload = JSON.stringify({
  id: "evt_1",
  object: "event",
  type: "a.new.one",
  livemode: false,
  data: { object: {} },
});
const signPayload = (secret = WEBHOOK_SECRET) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret });

function send(init: RequestInit): Promise<Response> {
  const request = new Request("http://app.test/api/webhook/stripe", init);
  const context = { request: { app: billing.app, id: "1" } };
  return receiveWebhook({ request, params: {}, context } as unknown as ActionFunctionArgs);
}

test("a signed event answers 200, even of an unknown type", async () => {
  const response = await send({
    method: "POST",
    body: payload,
    headers: { "Stripe-Signature": signPayload() },
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ received: true });
});

test.each<[string, HeadersInit]>([
  ["no signature", {}],
  ["another secret's", { "Stripe-Signature": signPayload("whsec_other") }],
  [
    "the header twice",
    [
      ["Stripe-Signature", "t=1,v1=00"],
      ["Stripe-Signature", "v1=11"],
    ],
  ],
])("%s answers 400", async (_name, headers) => {
  const response = await send({ method: "POST", body: payload, headers });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message: "The event isn't signed by the payment provider." });
});

test("no body answers 400, another method 405 with Allow, and a body larger than any event 413", async () => {
  const headers = { "Stripe-Signature": signPayload() };
  expect((await send({ method: "POST", headers })).status).toBe(400);
  const put = await send({ method: "PUT", body: payload, headers });
  expect([put.status, put.headers.get("Allow")]).toEqual([405, "POST"]);
  expect(
    (await send({ method: "POST", body: "x".repeat(PROVIDER_EVENT_MAX_BYTES + 1), headers })).status,
  ).toBe(413);
});
