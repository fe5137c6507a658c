/**
 * A payment sandbox for one test file, checked against the provider's contract and called through the provider's
 * own SDK.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { vi } from "vitest";
import { startSandbox, type SandboxOptions } from "../../sandbox/server";
import { loadContract } from "./stripe-schemas";

/** The first use compiles the contract, and may generate it, which takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

export const SECRET_KEY = "sk_test_sandbox_tests";
export const PUBLISHABLE_KEY = "pk_test_sandbox_tests";

export interface TestSandbox {
  stripe: Stripe;
  port: number;
  file: string;
  /** Internal errors of the sandbox; empty unless a test causes them. */
  faults: unknown[];
  /** A call of the browser script: status and JSON. */
  browser(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /** A call as curl would send it. */
  raw(
    path: string,
    init?: RequestInit,
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }>;
  /** Stops and starts again with the same file, and optionally other options. */
  restart(changed?: Partial<SandboxOptions>): Promise<TestSandbox>;
  close(): Promise<void>;
}

/** Shared by the sandboxes of a file, because each contract compiles its schemas again. */
let loadedContract: ReturnType<typeof loadContract> | undefined;

/** Starts a sandbox on a free port with a fresh file. Close it when done. */
export async function runSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const folder = options.file ? null : mkdtempSync(join(tmpdir(), "sandbox-"));
  const file = options.file ?? join(folder ?? "", "sandbox.json");
  const faults: unknown[] = [];
  const all: SandboxOptions = {
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    contract: await (loadedContract ??= loadContract()),
    report: (fault) => faults.push(fault),
    ...options,
    file,
  };
  const { port, close } = await startSandbox(all);
  const url = `http://127.0.0.1:${port}`;
  return {
    stripe: new Stripe(SECRET_KEY, {
      host: "127.0.0.1",
      port,
      protocol: "http",
      telemetry: false,
      maxNetworkRetries: 0,
    }),
    port,
    file,
    faults,
    async browser(method, path, body) {
      const headers = { authorization: `Bearer ${PUBLISHABLE_KEY}`, "content-type": "application/json" };
      const answer = await fetch(`${url}/browser/${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    async raw(path, init = {}) {
      const headers = {
        authorization: `Bearer ${SECRET_KEY}`,
        ...(init.headers as Record<string, string> | undefined),
      };
      const answer = await fetch(`${url}${path}`, { ...init, headers });
      const body = (await answer.json()) as Record<string, unknown>;
      return { status: answer.status, headers: answer.headers, body };
    },
    async restart(changed = {}) {
      await close();
      return runSandbox({ ...all, ...changed });
    },
    async close() {
      await close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a monthly price of this many cents, a customer, and the customer's card. */
export async function makeBuyer(
  stripe: Stripe,
  { token = "tok_visa", amount = 1900 }: { token?: string; amount?: number } = {},
): Promise<{ customer: string; card: string; price: string }> {
  const price = await createPrice(stripe, { name: "Pro", amount, interval: "month" });
  const customer = await stripe.customers.create({ email: "ada@example.com" });
  const card = await stripe.paymentMethods.create({ type: "card", card: { token } });
  await stripe.paymentMethods.attach(card.id, { customer: customer.id });
  return { customer: customer.id, card: card.id, price };
}

/** Creates a price in dollars with a product of this name, and returns its id. `amount` is in cents. */
export async function createPrice(
  stripe: Stripe,
  { name, amount, interval }: { name: string; amount: number; interval: "month" | "year" },
): Promise<string> {
  const { id } = await stripe.prices.create({
    currency: "usd",
    unit_amount: amount,
    recurring: { interval },
    product_data: { name },
  });
  return id;
}

/** Creates a buyer who subscribes to one seat at their price. */
export async function subscribeBuyer(stripe: Stripe, options: { token: string; amount: number }) {
  const buyer = await makeBuyer(stripe, options);
  const { customer, card, price } = buyer;
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price, quantity: 1 }],
    default_payment_method: card,
  });
  const [item] = made.items.data;
  if (!item) throw new Error("the subscription has no item");
  return { ...buyer, subscription: made.id, item };
}

/** Returns the SDK's error of a call that must fail. */
export async function getStripeError(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error("the call was expected to fail with an error of the provider", { cause: error });
}
