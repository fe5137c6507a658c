/** For tests of billing: the product's services over a real store and the real payment sandbox, and owners who pay. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { vi } from "vitest";
import type { PaymentOptions } from "~/gateways/payments/stripe-payments";
import { createPayments } from "~/gateways/payments/stripe-payments";
import { openStore } from "~/models/store/open-store";
import type { Store } from "~/models/store/store";
import type { App } from "~/services/platform/app.server";
import { createSubscription } from "~/services/billing/subscription.server";
import { runOperation, type Reply } from "~/services/platform/operation.server";
import { insertShippedPlans } from "~/services/billing/plans.server";
import type { Contract } from "../../sandbox/contract";
import { startSandbox } from "../../sandbox/server";
import { makePerson, type Person } from "./people";
import { createContext, makeApp } from "./services";

/** Each test calls a provider over the network, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

export const WEBHOOK_SECRET = "whsec_of_the_tests";
const KEYS = { secretKey: "sk_test_tests", publishableKey: "pk_test_tests" };

export interface Delivery {
  body: Buffer;
  signature: string;
}

export interface Billing {
  app: App;
  /** The provider's own SDK, to inspect what the product has created there. */
  stripe: Stripe;
  /** Every webhook that the provider has sent so far. The product receives one only when a test passes it on. */
  deliveries: Delivery[];
  /** The provider's base URL. */
  apiBase: string;
  /** The same product over the same store with other payment settings. */
  withPayments(options: Partial<PaymentOptions>): App;
  close(): Promise<void>;
}

export interface BillingOptions {
  /** The caller migrates and closes it. Defaults to a new SQLite file. */
  store?: Store;
  /** The provider's own types, against which every request is checked. */
  contract?: Contract;
}

/** Starts the product's billing and its payment provider. Close it when done. */
export async function startBilling({ store: given, contract }: BillingOptions = {}): Promise<Billing> {
  const folder = await mkdtemp(join(tmpdir(), "billing-"));
  const store = given ?? (await openStore(`sqlite:${join(folder, "app.db")}`));
  if (!given) await store.migrate();
  await insertShippedPlans(store);
  const inbox = await openInbox();
  const sandbox = await startSandbox({
    file: join(folder, "sandbox.json"),
    ...KEYS,
    webhook: { url: inbox.url, secret: WEBHOOK_SECRET },
    contract,
  });
  const apiBase = `http://127.0.0.1:${sandbox.port}`;
  const options = { ...KEYS, webhookSecret: WEBHOOK_SECRET, apiBase };
  const app = makeApp({ store, folder, payments: createPayments(options) });
  return {
    app,
    stripe: new Stripe(KEYS.secretKey, {
      host: "127.0.0.1",
      port: sandbox.port,
      protocol: "http",
      telemetry: false,
    }),
    deliveries: inbox.deliveries,
    apiBase,
    withPayments: (changes) => ({ ...app, payments: createPayments({ ...options, ...changes }) }),
    async close() {
      await sandbox.close();
      await inbox.close();
      if (!given) await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Owner extends Person {
  /** POST /api/account/plan as this user. */
  choose(input: Record<string, unknown>, as?: App): Promise<Reply<ChosenData>>;
}

export type ChosenData =
  { plan: string; subscription: string } | { requires_payment_action: true; client_secret: string };

/** Creates a verified owner whose account has no plan yet. */
export async function makeOwner({ app }: Billing): Promise<Owner> {
  const person = await makePerson(app.store, { permission: "owner", isVerified: true, subscription: null });
  return {
    ...person,
    choose: async (input, as = app) =>
      runOperation(createSubscription, input, await createContext(as, person)),
  };
}

/** Answers the bank's authentication in the browser, as the card holder. */
export async function authenticate(
  { apiBase }: Billing,
  clientSecret: string,
  outcome: "complete" | "fail" = "complete",
): Promise<void> {
  const [intentId = ""] = clientSecret.split("_secret_");
  const kind = intentId.startsWith("seti_") ? "setup_intents" : "payment_intents";
  const response = await fetch(`${apiBase}/browser/${kind}/${intentId}/authenticate`, {
    method: "POST",
    headers: { Authorization: `Bearer ${KEYS.publishableKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ client_secret: clientSecret, outcome }),
  });
  if (!response.ok) throw new Error(`authenticating answered ${response.status}: ${await response.text()}`);
}

/** The account's subscriptions at the provider, newest first. */
export async function listProviderSubscriptions(
  { app, stripe }: Billing,
  { accountId }: Person,
): Promise<Stripe.Subscription[]> {
  const row = await app.store.findOne("subscriptions", { id: accountId });
  if (!row?.customerId) return [];
  return (await stripe.subscriptions.list({ customer: row.customerId, status: "all" })).data;
}

/** The customer id of a subscription. */
export function getCustomerId(subscription: Stripe.Subscription | undefined): string {
  const customer = subscription?.customer ?? "";
  return typeof customer === "string" ? customer : customer.id;
}

/** The queued mails to the user's email. */
export async function listMailsFor(store: Store, { userId }: Person): Promise<string[]> {
  const user = await store.findOne("users", { id: userId });
  const mails = await store.find("mails", { recipient: user?.email ?? "" });
  return mails.map((mail) => mail.template);
}

async function openInbox() {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      deliveries.push({ body, signature: String(request.headers["stripe-signature"]) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    deliveries,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
