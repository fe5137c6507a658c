/** Assembles the product once per process. Only this file knows every part. */
import { join } from "node:path";
import { ConfigError, readConfig, type Config, type StripeKeys } from "./config.server";
import { REDIS_COMMAND_TIMEOUT_MS, REDIS_CONNECT_TIMEOUT_MS } from "./domain/limits";
import { NETWORKS, type Network } from "./domain/networks";
import { paths } from "./domain/paths";
import { createFileMailer } from "./gateways/mail/file-mailer";
import { createSmtpMailer } from "./gateways/mail/smtp-mailer";
import type { Payments } from "./gateways/payments/payments";
import { createPayments } from "./gateways/payments/stripe-payments";
import { openPictures } from "./gateways/pictures/picture-folder";
import { createNetworks, SANDBOX_KEYS } from "./gateways/social/create-networks";
import { describeFailure } from "./i18n/translator.server";
import { makeLog, type Log } from "./log.server";
import { openStore } from "./models/store/open-store";
import type { Store } from "./models/store/store";
import type { App } from "./services/platform/app.server";
import { deleteOrphanAvatars } from "./services/people/avatar.server";
import { reconcile } from "./services/billing/reconcile.server";
import { getMailFolder } from "./services/platform/mail/dev-mail.server";
import { createLimiter } from "./services/platform/rate-limits/limiter.server";
import { startOutbox } from "./services/platform/mail/outbox.server";
import { makePasswords } from "./services/platform/crypto/passwords.server";
import { insertShippedPlans } from "./services/billing/plans.server";
import { createSecrets, type Secrets } from "./services/platform/crypto/secrets.server";
import { startCleanup, type CleanupTimer } from "./services/cleanup.server";

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
  /** Receives a webhook that could not be delivered and a file that could not be written. */
  report: (fault: unknown) => void;
}

/** Local replacements for outside services. Boot starts each one that has no keys. */
export interface Sandboxes {
  payments(options: SandboxOptions): Promise<Sandbox>;
  /** Registers one application with these keys at each social network. */
  social(options: { clients: Record<Network, SocialClient> }): Promise<Sandbox>;
}

/** The product as a social network has registered it. */
export interface SocialClient {
  id: string;
  secret: string;
  callback: string;
}

/** Files that run as processes of their own. Their paths differ between the sources and the build. */
export interface Programs {
  /** Decodes uploaded pictures. */
  pictureProgram: string;
}

export interface Running {
  app: App;
  /** The payment sandbox; null when Stripe keys are configured. */
  sandbox: Sandbox | null;
  /** Starts the social sandbox on its first call and returns its port. Null where no sandbox may run. */
  socialSandboxPort: (() => Promise<number>) | null;
  close(): Promise<void>;
}

/** Reads the settings, opens and migrates the database, and starts the background jobs. */
export async function boot(sandboxes: Sandboxes, { pictureProgram }: Programs): Promise<Running> {
  const config = readConfig();
  const log = makeLog(config.logLevel, { describe: describeFailure });
  const secrets = createSecrets(config.appSecret);
  const store = await openPrepared(config, log);
  const redis = config.redisUrl ? await connectRedis(config.redisUrl, log) : null;
  const mailer =
    config.smtpUrl === null ? createFileMailer(getMailFolder(config)) : createSmtpMailer(config.smtpUrl);
  const outbox = startOutbox({ store, mailer, seal: secrets, log, from: config.mailFrom });
  const { payments, sandbox } = await startPayments(sandboxes, { config, secrets, log });
  const { social, socialSandbox } = prepareNetworks(sandboxes, config);
  const app: App = {
    config,
    log,
    store,
    secrets,
    passwords: makePasswords(),
    limiter: createLimiter(redis),
    outbox,
    payments,
    pictures: openPictures(join(config.dataDir, "avatars"), pictureProgram),
    social,
  };
  const sweeping = startSandboxes(app);
  return {
    app,
    sandbox,
    socialSandboxPort: Object.values(social).some((network) => network?.isSandbox)
      ? socialSandbox.port
      : null,
    async close() {
      await sweeping.stop();
      await outbox.stop();
      app.pictures.close();
      await Promise.all([sandbox?.close(), socialSandbox.close()]);
      redis?.disconnect();
      await store.close();
    },
  };
}

/** Opens the store, migrates it to the current schema and saves the shipped plans. */
async function openPrepared(config: Config, log: Log): Promise<Store> {
  const store = await openDatabase(config, log);
  await store.migrate();
  await insertShippedPlans(store);
  return store;
}

/** Uses Stripe when its keys are configured; otherwise starts the payment sandbox. */
async function startPayments(
  sandboxes: Sandboxes,
  { config, secrets, log }: Pick<App, "config" | "secrets" | "log">,
): Promise<{ payments: Payments; sandbox: Sandbox | null }> {
  if (config.stripe) return { payments: createPayments(config.stripe), sandbox: null };
  const keys = deriveSandboxKeys(secrets);
  const sandbox = await sandboxes.payments(toSandboxOptions(config, keys, log));
  return { payments: createPayments({ ...keys, apiBase: `http://127.0.0.1:${sandbox.port}` }), sandbox };
}

function prepareNetworks(sandboxes: Sandboxes, config: Config) {
  const socialSandbox = startOnce(() => sandboxes.social({ clients: listSocialClients(config) }));
  const { networks: keys, appUrl, isLocal } = config;
  return {
    social: createNetworks({ keys, appUrl, isLocal, sandboxPort: socialSandbox.port }),
    socialSandbox,
  };
}

/**
 * Repairs what a crash left behind and starts the cleanup. Neither step can fail, and requests do not wait
 * for them.
 */
function startSandboxes(app: App): CleanupTimer {
  void reconcile(app);
  void deleteOrphanAvatars(app);
  return startCleanup(app);
}

/** Opening the store sends no query, so a failure here means a wrong setting or a driver that is not installed. */
function openDatabase({ databaseUrl }: Config, log: Log): Promise<Store> {
  const logMessage = (message: string, detail: Record<string, unknown>) => {
    log.info(detail, message);
  };
  return openStore(databaseUrl, { log: logMessage }).catch((cause: unknown) => {
    throw new ConfigError(`DATABASE_URL: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  });
}

/** Starts a sandbox once, when its port is first requested. Many installations never need it. */
function startOnce(start: () => Promise<Sandbox>) {
  let started: Promise<Sandbox> | undefined;
  return {
    port: async () => (await (started ??= start())).port,
    close: async () => (await started)?.close(),
  };
}

function listSocialClients({ appUrl }: Config): Record<Network, SocialClient> {
  const clients = NETWORKS.map((network) => {
    const { clientId: id, clientSecret: secret } = SANDBOX_KEYS;
    return [network, { id, secret, callback: appUrl + paths.socialCallback(network) }] as const;
  });
  return Object.fromEntries(clients) as Record<Network, SocialClient>;
}

/** Limits the wait for Redis: a call fails soon when Redis is unavailable, and the caller counts in memory instead. */
async function connectRedis(url: string, log: Log) {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: REDIS_CONNECT_TIMEOUT_MS,
    commandTimeout: REDIS_COMMAND_TIMEOUT_MS,
  });
  let isAway = false;
  redis.on("ready", () => {
    isAway = false;
  });
  // ioredis emits an error for each failed reconnect. One log line is enough.
  redis.on("error", (error: Error) => {
    if (!isAway) log.warn({ err: error }, "Redis is away");
    isAway = true;
  });
  return redis;
}

/** The secret keys are derived from the product's own secret, so they are useless outside this installation. */
function deriveSandboxKeys({ sign }: Secrets): StripeKeys {
  return {
    secretKey: `sk_test_${sign("sandbox", "key")}`,
    publishableKey: "pk_test_sandbox",
    webhookSecret: sign("sandbox", "webhook"),
    apiBase: null,
  };
}

function toSandboxOptions(config: Config, keys: StripeKeys, log: Log): SandboxOptions {
  return {
    file: join(config.dataDir, "sandbox.json"),
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhook: { url: `http://127.0.0.1:${config.port}${paths.stripeWebhook}`, secret: keys.webhookSecret },
    report: (fault) => {
      log.warn({ err: fault }, "the payment sandbox failed");
    },
  };
}
