/** The built product, with a payment provider in another process behind a gate that can fail either of them. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { openStore } from "~/models/store/open-store";
import type { Store } from "~/models/store/store";
import { startSandbox } from "../../sandbox/server";
import { createApiClient, type Call } from "./clients";
import { startGate, type Gate } from "./fault-gate";
import { makeTestUser, type TestUser } from "./users";
import { findFreePort } from "./free-port";
import { startProduct, type Product } from "./product";

const KEYS = { secretKey: "sk_test_faults", publishableKey: "pk_test_faults" };
export const WEBHOOK_SECRET = "whsec_faults";

export interface FaultStage {
  gate: Gate;
  /** Calls the provider itself, past the gate. */
  stripe: Stripe;
  /** The running process; another one after each restart. */
  product(): Product;
  /** What all of the processes have printed so far. */
  output(): string;
  /** Ends the process as a power cut would. Resolves when it has ended. */
  kill(): Promise<void>;
  /** Makes the process end itself right before, or after, the commit that records what became of an intent. */
  killAtCommit(moment: "before" | "after"): Promise<void>;
  /** Starts the product again with the same folder. */
  restart(): Promise<void>;
  /** Works with the product's database. */
  withStore<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Creates a verified owner without a plan. */
  makeOwner(permission?: "owner" | "admin" | "master"): Promise<TestUser & { call: Call }>;
  /** Reads the account's state at the provider. */
  readProvider(accountId: string): Promise<ProviderState>;
  close(): Promise<void>;
}

export interface ProviderState {
  live: Stripe.Subscription[];
  /** The paid invoices that took money. */
  charges: Stripe.Invoice[];
  /** The last four digits of the cards that the customer has. */
  cards: string[];
  /** And of the one that pays for the live subscription; null without one. */
  payingCard: string | null;
}

/** Preloaded into the product, where it does nothing until a test arms it. */
const COMMIT_FAULT = new URL("commit-fault.mjs", import.meta.url).href;

export async function openFaultStage(environment: Record<string, string> = {}): Promise<FaultStage> {
  const folder = mkdtempSync(join(tmpdir(), "faults-"));
  const gate = await startGate();
  const webhook = { url: gate.webhookUrl, secret: WEBHOOK_SECRET };
  const sandbox = await startSandbox({ file: join(folder, "provider.json"), ...KEYS, webhook });
  const port = Number(environment.PORT ?? (await findFreePort()));
  gate.connect({
    provider: `http://127.0.0.1:${sandbox.port}`,
    webhook: `http://127.0.0.1:${port}/api/webhook/stripe`,
  });
  const databaseUrl = environment.DATABASE_URL ?? `sqlite:${join(folder, "data", "app.db")}`;
  const armed = join(folder, "kill-at-commit");
  const { NODE_OPTIONS: given = "", ...others } = environment;
  const settings = {
    NODE_OPTIONS: `--import ${COMMIT_FAULT} ${given}`,
    FAULT_COMMIT_FILE: armed,
    DATA_DIR: join(folder, "data"),
    PORT: String(port),
    STRIPE_SECRET_KEY: KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: gate.url,
    ...others,
  };
  const host = { host: "127.0.0.1", port: sandbox.port, protocol: "http" } as const;
  const stripe = new Stripe(KEYS.secretKey, { ...host, telemetry: false });
  let product = await startProduct(settings);
  const ended: Product[] = [];
  const withStore: FaultStage["withStore"] = async (work) => {
    const store = await openStore(databaseUrl);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  return {
    gate,
    stripe,
    product: () => product,
    output: () => [...ended, product].map((each) => each.output()).join("\n"),
    withStore,
    kill: () => killProcess(product),
    async killAtCommit(moment) {
      writeFileSync(armed, moment);
      await waitForEnd(product);
      rmSync(armed);
    },
    async restart() {
      ended.push(product);
      product = await startProduct(settings);
    },
    async makeOwner(permission = "owner") {
      const state = { permission, isVerified: true, subscription: null };
      const person = await withStore((store) => makeTestUser(store, state));
      return { ...person, call: createApiClient(product, person.token) };
    },
    readProvider: (accountId) => readProvider(stripe, accountId),
    async close() {
      gate.watch({});
      await product.stop();
      await sandbox.close();
      await gate.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function killProcess(product: Product): Promise<void> {
  const ended = waitForEnd(product);
  product.process.kill("SIGKILL");
  await ended;
}

async function waitForEnd({ process: child }: Product): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function readProvider(stripe: Stripe, accountId: string): Promise<ProviderState> {
  const customers = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const state: ProviderState = { live: [], charges: [], cards: [], payingCard: null };
  for (const { id: customer } of customers.filter(({ metadata }) => metadata.account_id === accountId)) {
    const { data: subscriptions } = await stripe.subscriptions.list({ customer, status: "all" });
    const { data: invoices } = await stripe.invoices.list({ customer });
    const { data: cards } = await stripe.paymentMethods.list({ customer });
    state.cards.push(...cards.map(({ card }) => card?.last4 ?? ""));
    state.live.push(
      ...subscriptions.filter(({ status }) => !["canceled", "incomplete_expired"].includes(status)),
    );
    const paying = cards.find(({ id }) => state.live.some((live) => live.default_payment_method === id));
    state.payingCard ??= paying?.card?.last4 ?? null;
    state.charges.push(...invoices.filter(({ status, amount_paid: paid }) => status === "paid" && paid > 0));
  }
  return state;
}
