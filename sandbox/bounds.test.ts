// Limits on what anonymous callers can store: the oldest object is deleted, or the request is rejected before it
// does anything.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../tests/support/stripe-sandbox";
import type { State } from "./state/state";

const CARD = { number: "4242424242424242", exp_month: 12, exp_year: 2040, cvc: "123" };
const LOOSE_KEPT = 1000;
const ROWS_KEPT = 10_000;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-bounds-"));
  file = join(folder, "sandbox.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = () => JSON.parse(readFileSync(file, "utf8")) as State;

/** Restarts the sandbox with a file that holds this many copies of a row, older than every other row of its kind. */
async function restartFilled(
  sandbox: TestSandbox,
  { kind, id, count }: { kind: "customer" | "payment_method"; id: string; count: number },
): Promise<TestSandbox> {
  await sandbox.close();
  const state = read();
  const names = Array.from({ length: count }, (_, index) => `${id}${index}`);
  const copies = Object.fromEntries(names.map((name) => [name, { ...state.tables[kind][id], id: name }]));
  Object.assign(state.tables, { [kind]: { ...copies, ...state.tables[kind] } });
  if (kind === "payment_method") for (const name of names) state.cardNumbers[name] = CARD.number;
  writeFileSync(file, JSON.stringify(state));
  return runSandbox({ file });
}

test("a thousand cards without a customer are kept; cards of customers stay", async () => {
  const first = await runSandbox({ file });
  const { card } = await makeBuyer(first.stripe);
  const loose = await first.browser("POST", "payment_methods", CARD);
  const id = String(loose.body.id);
  const sandbox = await restartFilled(first, { kind: "payment_method", id, count: LOOSE_KEPT + 50 });
  const latest = await sandbox.browser("POST", "payment_methods", CARD);
  expect(latest.status).toBe(200);
  expect((await sandbox.stripe.paymentMethods.retrieve(card)).id).toBe(card);
  expect((await sandbox.stripe.paymentMethods.retrieve(String(latest.body.id))).id).toBe(latest.body.id);
  expect((await getStripeError(sandbox.stripe.paymentMethods.retrieve(`${id}0`))).code).toBe(
    "resource_missing",
  );
  const { tables, cardNumbers } = read();
  expect(Object.keys(tables.payment_method)).toHaveLength(LOOSE_KEPT + 1);
  expect(Object.keys(cardNumbers).filter((name) => name.startsWith("pm_"))).toHaveLength(LOOSE_KEPT + 1);
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

test("a card that waits for authentication is kept, however many follow", async () => {
  const first = await runSandbox({ file });
  const { card } = await makeBuyer(first.stripe);
  const intent = await first.stripe.setupIntents.create({ confirm: false });
  const typed = { client_secret: intent.client_secret, card: { ...CARD, number: "4000000000003220" } };
  const waiting = await first.browser("POST", `setup_intents/${intent.id}/confirm`, typed);
  expect(waiting.body.status).toBe("requires_action");
  await first.close();
  const state = read();
  const row = state.tables.payment_method[card];
  const copies = Array.from({ length: LOOSE_KEPT }, (_, index) => [
    `pm_copy${index}`,
    { ...row, id: `pm_copy${index}`, customer: null },
  ]);
  Object.assign(state.tables.payment_method, Object.fromEntries(copies));
  writeFileSync(file, JSON.stringify(state));
  const sandbox = await runSandbox({ file });
  await sandbox.browser("POST", "payment_methods", CARD);
  const done = await sandbox.browser("POST", `setup_intents/${intent.id}/authenticate`, {
    client_secret: intent.client_secret,
    outcome: "complete",
  });
  expect(done.body.status).toBe("succeeded");
  await sandbox.close();
});

test("beyond ten thousand customers, creating answers an error that says so, and existing objects can still be cancelled", async () => {
  const first = await runSandbox({ file });
  const { customer, card, price } = await makeBuyer(first.stripe);
  const subscription = await first.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: card,
  });
  const sandbox = await restartFilled(first, { kind: "customer", id: customer, count: ROWS_KEPT - 1 });
  const refused = await getStripeError(sandbox.stripe.customers.create({ email: "more@example.com" }));
  expect(refused).toMatchObject({ statusCode: 429, code: "rate_limit" });
  expect(refused.message).toContain(
    "The payment sandbox is full: it keeps 10000 objects of the kind customer.",
  );
  expect((await sandbox.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  expect((await sandbox.stripe.subscriptions.cancel(subscription.id)).status).toBe("canceled");
  expect((await sandbox.stripe.customers.del(customer)).deleted).toBe(true);
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

test("beyond ten thousand customers, a renewal waits until there is room, and a jump in time is rejected", async () => {
  let now = Date.now();
  const first = await runSandbox({ file });
  const { customer, card, price } = await makeBuyer(first.stripe);
  const { id } = await first.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: card,
  });
  await first.close();
  const before = readFileSync(file, "utf8");
  const full = await restartFilled(first, { kind: "customer", id: customer, count: ROWS_KEPT - 1 });
  const jump = await full.raw("/control/advance", { method: "POST", body: '{"to":"month"}' });
  expect(jump).toMatchObject({ status: 429, body: { error: { code: "rate_limit" } } });
  expect((await full.stripe.invoices.list({ customer })).data).toHaveLength(1);
  await full.close();
  writeFileSync(file, before);
  now += 40 * 86_400_000;
  const emptier = await runSandbox({ file, now: () => now });
  expect((await emptier.stripe.invoices.list({ customer })).data).toHaveLength(2);
  expect((await emptier.stripe.subscriptions.retrieve(id)).status).toBe("active");
  expect([...full.faults, ...emptier.faults]).toEqual([]);
  await emptier.close();
});
