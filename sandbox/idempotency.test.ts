// Idempotency keys: a repeated request gets the same response, and its work is done once.
import { afterAll, beforeAll, expect, test } from "vitest";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../tests/support/stripe-sandbox";

const HOUR = 3_600_000;

let sandbox: TestSandbox;
let now = Date.UTC(2026, 5, 1);
beforeAll(async () => {
  sandbox = await runSandbox({ now: () => now });
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

test("a repeated request gets the first response and does nothing", async () => {
  const { customer, card, price } = await makeBuyer(sandbox.stripe);
  const create = () =>
    sandbox.stripe.subscriptions.create(
      { customer, items: [{ price }], default_payment_method: card },
      { idempotencyKey: "subscribe once" },
    );
  const [first, second] = [await create(), await create()];
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect((await sandbox.stripe.subscriptions.list({ customer })).data).toHaveLength(1);
});

test("ten concurrent requests with one key create one object", async () => {
  const many = Array.from({ length: 10 }, () =>
    sandbox.stripe.customers.create({ email: "ten@example.com" }, { idempotencyKey: "ten at once" }),
  );
  const ids = new Set((await Promise.all(many)).map(({ id }) => id));
  expect(ids.size).toBe(1);
});

test("an error is repeated too, even when the request would succeed by now", async () => {
  const { customer, price } = await makeBuyer(sandbox.stripe, { token: "tok_4000000000003220" });
  const create = () =>
    sandbox.stripe.subscriptions.create(
      { customer, items: [{ price }], payment_behavior: "error_if_incomplete" },
      { idempotencyKey: "refused once" },
    );
  const first = await getStripeError(create());
  const card = await sandbox.stripe.paymentMethods.create({ card: { token: "tok_visa" } });
  await sandbox.stripe.paymentMethods.attach(card.id, { customer });
  await sandbox.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } });
  expect((await getStripeError(create())).message).toBe(first.message);
});

test("other parameters or another path under the same key are rejected", async () => {
  const options = { idempotencyKey: "changed" };
  await sandbox.stripe.customers.create({ email: "a@example.com" }, options);
  for (const call of [
    sandbox.stripe.customers.create({ email: "b@example.com" }, options),
    sandbox.stripe.products.create({ name: "Pro" }, options),
  ]) {
    expect(await getStripeError(call)).toMatchObject({ statusCode: 400, rawType: "idempotency_error" });
  }
});

test("an invalid request does not consume its key", async () => {
  const headers = { "idempotency-key": "wrong first", "content-type": "application/x-www-form-urlencoded" };
  const wrong = await sandbox.raw("/v1/customers", { method: "POST", body: "colour=blue", headers });
  expect(wrong.status).toBe(400);
  const right = await sandbox.raw("/v1/customers", { method: "POST", body: "name=Ada", headers });
  expect(right.status).toBe(200);
});

test("a key is deleted after a day", async () => {
  const create = () => sandbox.stripe.customers.create({}, { idempotencyKey: "yesterday" });
  const first = await create();
  now += 23 * HOUR;
  expect((await create()).id).toBe(first.id);
  now += 2 * HOUR;
  expect((await create()).id).not.toBe(first.id);
});
