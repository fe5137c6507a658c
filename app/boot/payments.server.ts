/** The payment provider of a process: Stripe with its keys, else the payment sandbox, its own or the running product's. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, type Config, type StripeKeys } from "../config/config.server";
import { paths } from "../domain/paths";
import { PRODUCT_NAME } from "../domain/product";
import { BRAND_ACCENT, BRAND_ADDRESS, BRAND_COMPANY, BRAND_LOGO } from "../product/brand";
import { createInvoicePdfs, type InvoicePdfs } from "../gateways/payments/invoice-pdf";
import type { Payments } from "../gateways/payments/payments";
import { createClockWatch } from "../gateways/payments/provider-clock";
import { createSandboxControl, type SandboxControl } from "../gateways/payments/sandbox-control";
import { createPayments } from "../gateways/payments/stripe-payments";
import type { Log } from "../log.server";
import type { App } from "../services/platform/app.server";
import type { Secrets } from "../crypto/secrets.server";
import { toConfigError } from "./failure.server";

/** The part of the payment sandbox that the product uses. */
export interface Sandbox {
  port: number;
  close(): Promise<void>;
}

export interface SandboxOptions {
  file: string;
  secretKey: string;
  publishableKey: string;
  webhook: { url: string; secret: string };
  thinWebhook: { url: string; secret: string };
  /** The product's origin, where browsers find the invoices' PDF files. */
  publicUrl: string;
  /** The sender on invoices. */
  productName: string;
  /** Below it: the company, and the lines of its address. */
  senderLines: readonly string[];
  /** The colour of the mark on invoices. */
  accent: string;
  hasOwnLogo: boolean;
  /** Receives a webhook that could not be delivered and a file that could not be written. */
  report: (fault: unknown) => void;
}

interface StartedPayments {
  payments: Payments;
  /** Controls the sandbox for its page; null with Stripe keys. */
  paymentSandbox: SandboxControl | null;
  /** The sandbox that this process has started; null when it uses another one. */
  sandbox: Sandbox | null;
  /** Where the sandbox in use listens; null with Stripe keys. */
  sandboxPort: number | null;
  pdfs: InvoicePdfs;
}

type Core = Pick<App, "config" | "secrets" | "log">;

/** Uses Stripe when its keys are configured; otherwise the sandbox at `port`, or else one that it starts. */
export async function startPayments(
  startSandbox: (options: SandboxOptions) => Promise<Sandbox>,
  { config, secrets, log }: Core,
  { port: runningPort = null }: { port?: number | null } = {},
): Promise<StartedPayments> {
  const { stripe, appUrl } = config;
  if (stripe) {
    const pdfs = createInvoicePdfs({ kind: "stripe", apiBase: stripe.apiBase });
    const payments = createPayments({ ...stripe, clockWatch: createClockWatch(log) });
    return { payments, paymentSandbox: null, sandbox: null, sandboxPort: null, pdfs };
  }
  const keys = deriveSandboxKeys(secrets);
  const sandbox =
    runningPort === null
      ? await startSandbox(toSandboxOptions(config, keys, log)).catch((error: unknown) => {
          throw toConfigError("The payment sandbox does not start", error);
        })
      : null;
  if (sandbox) await writeFile(getPortFile(config), String(sandbox.port), { mode: 0o600 });
  const port = sandbox?.port ?? runningPort ?? 0;
  const apiBase = toApiBase(port);
  return {
    payments: createPayments({ ...keys, apiBase }),
    paymentSandbox: createSandboxControl({ secretKey: keys.secretKey, apiBase }),
    sandbox,
    sandboxPort: port,
    pdfs: createInvoicePdfs({ kind: "sandbox", appUrl, port }),
  };
}

/** The port of the payment sandbox that another process of this installation runs; null when none does. */
export async function findRunningSandbox({
  config,
  secrets,
}: {
  config: Config;
  secrets: Secrets;
}): Promise<number | null> {
  const port = Number(await readFile(getPortFile(config), "utf8").catch(() => "0"));
  if (!port) return null;
  const { secretKey } = deriveSandboxKeys(secrets);
  // The file outlives its process. Only a sandbox of this installation accepts the key.
  const isRunning = createSandboxControl({ secretKey, apiBase: toApiBase(port) })
    .readState()
    .then(() => true)
    .catch(() => false);
  return (await isRunning) ? port : null;
}

/** Throws ConfigError while the product runs with the payment sandbox, which one process at a time can have open. */
export async function requireStopped({ port }: Config): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => null);
  if (!answer?.ok) return;
  const message =
    "The product is running with its payment sandbox, which one process at a time can use: stop it first.";
  throw new ConfigError(message);
}

/** Its webhooks always have a secret. */
type SandboxKeys = StripeKeys & { webhookSecret: string; meterWebhookSecret: string };

/** The secret keys are derived from the product's own secret, so they are useless outside this installation. */
function deriveSandboxKeys({ sign }: Secrets): SandboxKeys {
  return {
    secretKey: `sk_test_${sign("sandbox", "key")}`,
    publishableKey: "pk_test_sandbox",
    webhookSecret: sign("sandbox", "webhook"),
    meterWebhookSecret: sign("sandbox", "meter-webhook"),
    apiBase: null,
    automaticTax: false,
  };
}

function toSandboxOptions(config: Config, keys: SandboxKeys, log: Log): SandboxOptions {
  const ownUrl = toApiBase(config.port);
  return {
    file: join(config.dataDir, "sandbox.json"),
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhook: { url: ownUrl + paths.stripeWebhook, secret: keys.webhookSecret },
    thinWebhook: { url: ownUrl + paths.stripeMeterWebhook, secret: keys.meterWebhookSecret },
    publicUrl: config.appUrl,
    productName: PRODUCT_NAME,
    senderLines: [BRAND_COMPANY, ...(BRAND_ADDRESS?.split("\n") ?? [])].filter((line) => line !== null),
    accent: BRAND_ACCENT,
    hasOwnLogo: BRAND_LOGO !== null,
    report: (fault) => {
      log.warn({ err: fault }, "the payment sandbox failed");
    },
  };
}

const getPortFile = ({ dataDir }: Config) => join(dataDir, "sandbox.port");
const toApiBase = (port: number) => `http://127.0.0.1:${port}`;
