// The control calls against the real payment sandbox: its state, its refusals, and a sandbox that does not answer.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SandboxState } from "~/domain/payment-sandbox";
import type { SandboxState as Answer } from "../../../sandbox/control/types";
import { makeSubscriber } from "../../../tests/support/sandbox-clock";
import { runSandbox, SECRET_KEY, type TestSandbox } from "../../../tests/support/stripe-sandbox";
import { createSandboxControl } from "./sandbox-control";

const NOON = Date.UTC(2026, 0, 31, 12);

/** Fails to compile when the sandbox no longer answers what the product reads. */
const toProduct = (answer: Answer): SandboxState => answer;

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await runSandbox({ now: () => NOON });
});
afterEach(() => sandbox.close());

const createControl = (secretKey = SECRET_KEY) =>
  createSandboxControl({ apiBase: `http://127.0.0.1:${sandbox.port}`, secretKey });

test("the state contains the customers, and the link of each invoice's file", async () => {
  await makeSubscriber(sandbox);
  const state = toProduct((await createControl().readState()) as Answer);
  expect(state).toMatchObject({ now: NOON / 1000, customers: [{ email: "ada@example.com" }] });
  expect(state.customers[0]?.invoices[0]?.pdf).toContain("/pdf");
  expect(state.events[0]).toMatchObject({ isWaiting: false, attempts: 0 });
});

test("the clock moves to the end of one customer's trial", async () => {
  const { customer } = await makeSubscriber(sandbox, { trial_period_days: 10 });
  const control = createControl();
  expect((await control.advance({ to: "trial_end", customer })).changes).toBeGreaterThan(0);
  expect((await control.readState()).now).toBe(NOON / 1000 + 10 * 86_400);
});

test("the clock goes back to a time, and forward again to another", async () => {
  const control = createControl();
  await control.rewind({ to: NOON / 1000 - 40 * 86_400 });
  expect((await control.readState()).now).toBe(NOON / 1000 - 40 * 86_400);
  await control.advance({ to: NOON / 1000 });
  expect((await control.readState()).now).toBe(NOON / 1000);
});

test("a setting for the next payment and for the webhooks is kept", async () => {
  const control = createControl();
  await control.setNextPayment({ outcome: "asks" });
  await control.controlWebhooks({ action: "hold" });
  await control.controlWebhooks({ action: "duplicate" });
  expect(await control.readState()).toMatchObject({
    failNext: [{ customerId: null, outcome: "asks" }],
    deliveries: { isHeld: true, sendsTwice: true },
  });
  await control.controlWebhooks({ action: "release_reversed" });
  expect((await control.readState()).deliveries.isHeld).toBe(false);
});

test("a customer's newest payment is disputed once, warned of, and the dispute is decided", async () => {
  const { customer } = await makeSubscriber(sandbox);
  const control = createControl();
  const readDisputes = async () => (await control.readState()).customers[0]?.disputes;
  await control.controlDisputes({ customer, action: "warn" });
  await control.controlDisputes({ customer, action: "open" });
  expect(await readDisputes()).toMatchObject([
    { kind: "warning", status: "settled" },
    { kind: "dispute", status: "needs_response", amount: 3000, currency: "usd" },
  ]);
  const refused = { code: "invalid", messageKey: "dev:billing.errors.no_payment" };
  await expect(control.controlDisputes({ customer, action: "open" })).rejects.toMatchObject(refused);
  await control.controlDisputes({ customer, action: "win" });
  expect(await readDisputes()).toMatchObject([{ kind: "warning" }, { status: "won" }]);
  const decided = { code: "invalid", messageKey: "dev:billing.errors.no_dispute" };
  await expect(control.controlDisputes({ customer, action: "lose" })).rejects.toMatchObject(decided);
});

test.each([
  ["no trial", "no_trial", () => createControl().advance({ to: "trial_end" })],
  [
    "no customer",
    "no_customer",
    () => createControl().setNextPayment({ outcome: "fails", customer: "cus_x" }),
  ],
  ["no event", "no_event", () => createControl().controlWebhooks({ action: "replay", event: "evt_x" })],
])("a request about %s is invalid, with its own message", async (_, key, call) => {
  await expect(call()).rejects.toMatchObject({ code: "invalid", messageKey: `dev:billing.errors.${key}` });
});

test("a sandbox that rejects the key, or does not answer, is unavailable", async () => {
  const unavailable = { code: "unavailable", messageKey: "billing:errors.provider_away" };
  await expect(createControl("sk_test_of_another").readState()).rejects.toMatchObject(unavailable);
  const control = createSandboxControl({ apiBase: "http://127.0.0.1:9", secretKey: SECRET_KEY });
  await expect(control.readState()).rejects.toMatchObject(unavailable);
});
