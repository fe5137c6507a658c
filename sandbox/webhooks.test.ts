// Webhooks: signed, in order, repeated until they are accepted, also after a restart.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterEach, expect, test, vi } from "vitest";
import { makeBuyer, runSandbox, type TestSandbox } from "../tests/support/stripe-sandbox";
import { loadContract } from "../tests/support/stripe-schemas";

const SECRET = "whsec_test";
const WITHIN = { timeout: 20_000 };

interface Receiver {
  url: string;
  /** Every delivery attempt, with its signature verified. */
  events: Stripe.Event[];
  answerWith: (event: Stripe.Event) => number;
  server: Server;
}

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function receive(): Promise<Receiver> {
  const receiver: Receiver = { url: "", events: [], answerWith: () => 200, server: createServer() };
  receiver.server.on("request", (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signature = request.headers["stripe-signature"] ?? "";
      const event = Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, SECRET);
      receiver.events.push(event);
      response.writeHead(receiver.answerWith(event)).end();
    });
  });
  await new Promise<void>((resolve) => receiver.server.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.server.address() as AddressInfo;
  receiver.url = `http://127.0.0.1:${port}/hook`;
  open.push({ close: () => receiver.server.close() });
  return receiver;
}

async function startWithWebhook(url: string): Promise<TestSandbox> {
  const sandbox = await runSandbox({ webhook: { url, secret: SECRET } });
  open.push(sandbox);
  return sandbox;
}

test("events are sent in the order in which they happened, signed, and as the contract describes them", async () => {
  const receiver = await receive();
  const { stripe, faults } = await startWithWebhook(receiver.url);
  const { customer, card, price } = await makeBuyer(stripe);
  await stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: card });
  await vi.waitFor(() => expect(receiver.events).toHaveLength(13), WITHIN);
  expect(receiver.events.map(({ type }) => type)).toEqual([
    "product.created",
    "price.created",
    "customer.created",
    "payment_method.attached",
    "customer.subscription.created",
    "invoice.created",
    "invoice.finalized",
    "payment_intent.created",
    "payment_intent.succeeded",
    "invoice_payment.paid",
    "invoice.paid",
    "invoice.payment_succeeded",
    "customer.subscription.updated",
  ]);
  const contract = await loadContract();
  for (const { data } of receiver.events)
    expect(contract.checkObject(data.object as { object: string })).toBeNull();
  const last = receiver.events.at(-1);
  expect(last?.data).toMatchObject({
    object: { status: "active" },
    previous_attributes: { status: "incomplete" },
  });
  expect(last?.request?.id).toMatch(/^req_/);
  expect(faults).toEqual([]);
});

test("an event that is not accepted is sent again, and later events wait for it", async () => {
  const receiver = await receive();
  let refusals = 2;
  receiver.answerWith = () => (refusals-- > 0 ? 503 : 200);
  const { stripe } = await startWithWebhook(receiver.url);
  await stripe.customers.create();
  await stripe.products.create({ name: "Pro" });
  await vi.waitFor(() => expect(receiver.events).toHaveLength(4), WITHIN);
  expect(receiver.events.map(({ type }) => type)).toEqual([
    "customer.created",
    "customer.created",
    "customer.created",
    "product.created",
  ]);
  const { data } = await stripe.events.list({ type: "customer.created" });
  expect(data[0]?.pending_webhooks).toBe(0);
});

test("an event that was not accepted before a restart is sent after it", async () => {
  const receiver = await receive();
  const before = await startWithWebhook("http://127.0.0.1:9/nobody");
  await before.stripe.customers.create();
  const after = await before.restart({ webhook: { url: receiver.url, secret: SECRET } });
  open.push(after);
  await vi.waitFor(
    () => expect(receiver.events.map(({ type }) => type)).toEqual(["customer.created"]),
    WITHIN,
  );
});

test("an event contains the previous values, and can be retrieved", async () => {
  const { stripe } = await startWithWebhook((await receive()).url);
  const { id } = await stripe.customers.create({ name: "Ada" });
  await stripe.customers.update(id, { name: "Grace" });
  const { data } = await stripe.events.list({ types: ["customer.*"] });
  expect(data).toHaveLength(2);
  const event = await stripe.events.retrieve(data[0]?.id ?? "");
  expect(event.data).toMatchObject({ object: { name: "Grace" }, previous_attributes: { name: "Ada" } });
});

test("an update that changes nothing sends no event", async () => {
  const { stripe } = await startWithWebhook((await receive()).url);
  const { id } = await stripe.customers.create({ name: "Ada" });
  await stripe.customers.update(id, { name: "Ada" });
  expect((await stripe.events.list()).data).toHaveLength(1);
});
