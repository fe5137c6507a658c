/** Puts the product together, once a process: the only place that knows every part. */
import { join } from "node:path";
import { readConfig, type Config, type StripeKeys } from "./config.server";
import { paths } from "./domain/paths";
import { makeMailer } from "./gateways/mail/make-mailer";
import { makePayments } from "./gateways/payments/stripe-payments";
import { makeLog, type Log } from "./log.server";
import { openStore } from "./models/store/open-store";
import type { App } from "./services/app.server";
import { reconcile } from "./services/billing/reconcile.server";
import { makeLimiter } from "./services/limiter.server";
import { startOutbox } from "./services/outbox.server";
import { makePasswords } from "./services/passwords.server";
import { shipPlans } from "./services/plans.server";
import { makeSecrets } from "./services/secrets.server";

/** The local payment provider, as far as the product knows it. */
export interface Sandbox {
  port: number;
  close(): Promise<void>;
}

export interface SandboxOptions {
  file: string;
  secretKey: string;
  publishableKey: string;
  webhook: { url: string; secret: string };
  /** Hears of a webhook that could not be delivered and of a file that could not be written. */
  report: (fault: unknown) => void;
}

export interface Running {
  app: App;
  /** The payment sandbox, when no keys are given. */
  sandbox: Sandbox | null;
  close(): Promise<void>;
}

/** Reads the settings, opens and migrates the database, and starts what runs beside requests. */
export async function boot(startSandbox: (options: SandboxOptions) => Promise<Sandbox>): Promise<Running> {
  const config = readConfig();
  const log = makeLog(config.logLevel);
  const secrets = makeSecrets(config.appSecret);
  const store = await openStore(config.databaseUrl, {
    log: (message, detail) => {
      log.info(detail, message);
    },
  });
  await store.migrate();
  await shipPlans(store);
  const redis = config.redisUrl ? await connectRedis(config.redisUrl) : null;
  const mailer = makeMailer({ smtpUrl: config.smtpUrl, folder: join(config.dataDir, "mail") });
  const outbox = startOutbox({ store, mailer, seal: secrets, log, from: config.mailFrom });
  const keys = config.stripe ?? sandboxKeys(secrets.sign("sandbox", "webhook"));
  const sandbox = config.stripe ? null : await startSandbox(sandboxOptions(config, keys, log));
  const payments = makePayments({
    ...keys,
    apiBase: sandbox ? `http://127.0.0.1:${sandbox.port}` : keys.apiBase,
  });
  const app: App = {
    config,
    log,
    store,
    secrets,
    passwords: makePasswords(),
    limiter: makeLimiter(redis),
    outbox,
    payments,
  };
  // What a crash left between an intent and its result; it never fails, and serving does not wait for it.
  void reconcile(app);
  return {
    app,
    sandbox,
    async close() {
      await outbox.stop();
      await sandbox?.close();
      redis?.disconnect();
      await store.close();
    },
  };
}

async function connectRedis(url: string) {
  const { Redis } = await import("ioredis");
  return new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
}

function sandboxKeys(webhookSecret: string): StripeKeys {
  return { secretKey: "sk_test_sandbox", publishableKey: "pk_test_sandbox", webhookSecret, apiBase: null };
}

function sandboxOptions(config: Config, keys: StripeKeys, log: Log): SandboxOptions {
  return {
    file: join(config.dataDir, "sandbox.json"),
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhook: { url: `http://127.0.0.1:${config.port}${paths.stripeWebhook}`, secret: keys.webhookSecret },
    report: (fault) => {
      log.warn({ err: fault }, "the payment sandbox");
    },
  };
}
