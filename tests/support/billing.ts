/** For tests of billing: the product's services over a real store and the real payment sandbox, and owners who pay. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterAll, beforeAll, vi } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { userEntity } from "~/models/user.server";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { type PaymentOptions, createPayments } from "~/gateways/payments/stripe-payments";
import type { OpenStore } from "~/models/store/database";
import type { Store } from "~/models/store/store";
import type { App } from "~/services/platform/app.server";
import { changePlan, upgradePlan } from "~/services/billing/orders/plan-changes.server";
import { createSubscription } from "~/services/billing/orders/subscription.server";
import { runOperation, type Reply } from "~/services/platform/operation.server";
import { insertShippedPlans } from "~/services/billing/plans/plans.server";
import { subscriptionEntity, findSubscription } from "~/models/subscription.server";
import { receiveEvent } from "~/services/billing/sync/provider-events.server";
import type { Contract } from "../../sandbox/contract";
import { startSandbox } from "../../sandbox/server";
import { openMigratedStore } from "./migrated-stores";
import { makeTestUser, type TestUser } from "./users";
import { waitFor } from "./product";
import { createContext, makeApp } from "./services";

/** Each test calls a provider over the network, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

export const WEBHOOK_SECRET = "whsec_of_the_tests";
const METER_WEBHOOK_SECRET = "whsec_of_the_tests_meter";
export const PROVIDER_KEYS = { secretKey: "sk_test_tests", publishableKey: "pk_test_tests" };

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
  /** The same of thin events, which have another endpoint. */
  thinDeliveries: Delivery[];
  /** The provider's base URL. */
  apiBase: string;
  /** The same product over the same store with other payment settings. */
  withPayments(options: Partial<PaymentOptions>): App;
  close(): Promise<void>;
}

interface BillingOptions {
  /** The caller migrates and closes it. Defaults to a new SQLite file. */
  store?: OpenStore;
  /** The provider's own types, against which every request is checked. */
  contract?: Contract;
}

/** Runs billing for the tests of a file, or of a chapter, and reads what they all look at. */
export function prepareBilling(getOptions: () => BillingOptions | Promise<BillingOptions> = () => ({})) {
  // Filled before the first test.
  const billing = {} as Billing;
  beforeAll(async () => {
    Object.assign(billing, await startBilling(await getOptions()));
  });
  afterAll(() => billing.close());
  return {
    billing,
    /** The account's row of the subscriptions. */
    findRow: ({ accountId }: TestUser) => billing.app.store.findOne(subscriptionEntity, { id: accountId }),
    listIntents: ({ accountId }: TestUser) =>
      billing.app.store.find(billingIntentEntity, { accountId }, { limit: 100 }),
    listProviderStatuses: async (person: TestUser) =>
      (await listProviderSubscriptions(billing, person)).map(({ status }) => status),
    /** Creates an owner who has chosen this plan. */
    async makeCustomer(plan = "pro", token = "tok_visa"): Promise<Owner> {
      const owner = await makeOwner(billing);
      await owner.choose({ plan, token });
      return owner;
    },
  };
}

/** Starts the product's billing and its payment provider. Close it when done. */
export async function startBilling({ store: given, contract }: BillingOptions = {}): Promise<Billing> {
  const folder = await mkdtemp(join(tmpdir(), "billing-"));
  const store = given ?? (await openMigratedStore(folder));
  await insertShippedPlans(store);
  const [inbox, thinInbox] = [await openInbox(), await openInbox()];
  const sandbox = await startSandbox({
    file: null,
    ...PROVIDER_KEYS,
    webhook: { url: inbox.url, secret: WEBHOOK_SECRET },
    thinWebhook: { url: thinInbox.url, secret: METER_WEBHOOK_SECRET },
    contract,
  });
  const apiBase = `http://127.0.0.1:${sandbox.port}`;
  const secrets = { webhookSecret: WEBHOOK_SECRET, meterWebhookSecret: METER_WEBHOOK_SECRET };
  const options = { ...PROVIDER_KEYS, ...secrets, apiBase };
  const app = makeApp({ store, folder, payments: createPayments(options) });
  return {
    app,
    stripe: new Stripe(PROVIDER_KEYS.secretKey, {
      host: "127.0.0.1",
      port: sandbox.port,
      protocol: "http",
      telemetry: false,
    }),
    deliveries: inbox.deliveries,
    thinDeliveries: thinInbox.deliveries,
    apiBase,
    withPayments: (changes) => ({ ...app, payments: createPayments({ ...options, ...changes }) }),
    async close() {
      await sandbox.close();
      await inbox.close();
      await thinInbox.close();
      if (!given) await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Owner extends TestUser {
  /** POST /api/account/plan as this user. */
  choose(input: Record<string, unknown>, as?: App): Promise<Reply<ChosenData>>;
  /** PATCH /api/account/plan as this user. */
  change(input: Record<string, unknown>, as?: App): Promise<Reply<ChosenData>>;
  /** POST /api/account/upgrade as this user. */
  upgrade(input: Record<string, unknown>, as?: App): Promise<Reply<ChosenData>>;
}

/** Null while the card holder must confirm the payment. */
type ChosenData = { plan: string; subscription: string } | null;

let owners = 0;

/** Creates a verified owner whose account has no plan yet. Each has an IP of its own. */
export async function makeOwner({ app }: Billing): Promise<Owner> {
  // Conflicts are failures too, and an address may cause only so many of them.
  owners += 1;
  const ip = `10.1.${owners >> 8}.${owners & 255}`;
  const person = await makeTestUser(app.store, { permission: "owner", isVerified: true, subscription: null });
  const runAs =
    (operation: typeof createSubscription): Owner["choose"] =>
    async (input, as = app) =>
      runOperation(operation, input, { ...(await createContext(as, person)), ip });
  return {
    ...person,
    choose: runAs(createSubscription),
    change: runAs(changePlan),
    upgrade: runAs(upgradePlan),
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
    headers: { Authorization: `Bearer ${PROVIDER_KEYS.publishableKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ client_secret: clientSecret, outcome }),
  });
  if (!response.ok) throw new Error(`authenticating answered ${response.status}: ${await response.text()}`);
}

/** The account's subscriptions at the provider, newest first. */
export async function listProviderSubscriptions(
  { app, stripe }: Billing,
  { accountId }: TestUser,
): Promise<Stripe.Subscription[]> {
  const row = await app.store.findOne(subscriptionEntity, { id: accountId });
  if (!row?.customerId) return [];
  return (await stripe.subscriptions.list({ customer: row.customerId, status: "all" })).data;
}

/** The customer id of a subscription. */
export function getCustomerId(subscription: Stripe.Subscription | undefined): string {
  const customer = subscription?.customer ?? "";
  return typeof customer === "string" ? customer : customer.id;
}

/** The queued mails to the user's email, without the receipts, of which each paid invoice has one. */
export async function listMailsFor(store: Store, { userId }: TestUser): Promise<string[]> {
  const user = await store.findOne(userEntity, { id: userId });
  const mails = await store.find(mailEntity, { recipient: user?.email ?? "" });
  return mails.map((mail) => mail.template).filter((template) => template !== "receipt");
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

/** The values of the person's mails with this template, in the order in which they were queued. */
export async function listMailValues(
  { app: { store, secrets } }: Billing,
  { userId }: TestUser,
  template: string,
): Promise<unknown[]> {
  const user = await store.findOne(userEntity, { id: userId });
  const mails = await store.find(mailEntity, { recipient: user?.email ?? "", template });
  return mails
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map(({ payload }) => JSON.parse(secrets.decrypt("mail", payload)) as unknown);
}

/** Ends the owner's subscription at the provider, and passes its last event on. */
export async function endAtProvider({ app, stripe, deliveries }: Billing, owner: Owner): Promise<void> {
  const id = (await findSubscription(app.store, owner))?.providerId ?? "";
  await stripe.subscriptions.cancel(id);
  const findEnd = () =>
    deliveries.find(({ body }) => {
      const event = JSON.parse(body.toString()) as Stripe.Event;
      return event.type === "customer.subscription.deleted" && event.data.object.id === id;
    });
  await waitFor(() => findEnd() !== undefined, "the end of the subscription");
  const end = findEnd();
  if (end) await receiveEvent(app, end);
}
