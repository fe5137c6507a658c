/** Assembles the product once per process. Only this file knows every part. */
import { join } from "node:path";
import { findRunningSandbox, requireStopped, startPayments, type Sandbox } from "./boot-payments.server";
import { listSocialClients, type Sandboxes } from "./boot-sandboxes.server";
import { openPrepared } from "./boot-store.server";
import { readConfig, type Config } from "./config.server";
import { WORKERS_FIRST_AFTER_MS } from "./domain/limits";
import { createFileMailer } from "./gateways/mail/file-mailer";
import { createWebhookSender } from "./gateways/webhooks/post-webhook";
import { createSmtpMailer } from "./gateways/mail/smtp-mailer";
import { openPictures } from "./gateways/pictures/picture-folder";
import { createNetworks } from "./gateways/social/create-networks";
import { describeFailure } from "./i18n/translator.server";
import { makeLog } from "./log.server";
import { connectRedis } from "./redis.server";
import type { App } from "./services/platform/app.server";
import { deleteOrphanAvatars } from "./services/people/avatar.server";
import { startReconciliation } from "./services/billing/start-reconcile.server";
import { getMailFolder } from "./services/platform/mail/dev-mail.server";
import { createLimiter } from "./services/platform/rate-limits/limiter.server";
import { startOutbox } from "./services/platform/mail/outbox.server";
import { makePasswords } from "./services/platform/crypto/passwords.server";
import { startWebhooks } from "./services/platform/webhooks/start-webhooks.server";
import { startSeatSync } from "./services/billing/seats.server";
import { startUsage } from "./services/billing/usage.server";
import { startExpiryMails } from "./services/keys/expiry-mails.server";
import { startKeyUse } from "./services/keys/key-use.server";
import { startUsageReport } from "./services/billing/usage-report.server";
import { createSecrets } from "./services/platform/crypto/secrets.server";
import { startCleanup, type CleanupTimer } from "./services/cleanup.server";

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
  const core = { config, secrets, log };
  const { payments, paymentSandbox, sandbox, pdfs } = await startPayments(sandboxes.payments, core);
  const outbox = startOutbox({ ...createMailing(core), store, pdfs });
  const { social, socialSandbox } = prepareNetworks(sandboxes, config);
  const workers = startWorkers({ store, payments, log });
  const sender = createWebhookSender({ allowsPrivate: config.allowsPrivateWebhooks });
  const webhooks = startWebhooks({ ...core, store, outbox, sender, firstAfter: WORKERS_FIRST_AFTER_MS });
  const app: App = {
    ...core,
    store,
    passwords: makePasswords(),
    limiter: createLimiter(redis),
    outbox,
    webhooks,
    seats: workers.seats,
    usage: workers.usage,
    keyUse: workers.keyUse,
    payments,
    paymentSandbox,
    pictures: openPictures(join(config.dataDir, "avatars"), pictureProgram),
    social,
  };
  const repairing = startRepairs(app);
  return {
    app,
    sandbox,
    socialSandboxPort: Object.values(social).some((network) => network?.isSandbox)
      ? socialSandbox.port
      : null,
    async close() {
      await Promise.all([repairing.stop(), webhooks.stop(), workers.stop()]);
      await outbox.stop();
      app.pictures.close();
      await Promise.all([sandbox?.close(), socialSandbox.close()]);
      redis?.disconnect();
      await store.close();
    },
  };
}

/** Seats, the counters of API calls and of keys, and the report to the payment provider. */
function startWorkers(parts: Pick<App, "store" | "payments" | "log">) {
  const late = { ...parts, firstAfter: WORKERS_FIRST_AFTER_MS };
  const [seats, usage, report] = [startSeatSync(late), startUsage(parts), startUsageReport(late)];
  const keyUse = startKeyUse(parts);
  const stop = () => Promise.all([seats.stop(), usage.stop(), keyUse.stop(), report.stop()]);
  return { seats, usage, keyUse, stop };
}

/** What the outbox needs to send mails: into files without an SMTP server. */
function createMailing({ config, secrets: seal, log }: Pick<App, "config" | "secrets" | "log">) {
  const { smtpUrl, mailFrom: from } = config;
  const mailer = smtpUrl === null ? createFileMailer(getMailFolder(config)) : createSmtpMailer(smtpUrl);
  return { mailer, seal, log, from };
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
 * Repairs what a crash left behind, and starts the cleanup and the mails about keys that expire. No step can fail, and
 * requests do not wait for them.
 */
function startRepairs(app: App): CleanupTimer {
  const reconciliation = startReconciliation(app);
  void deleteOrphanAvatars(app);
  const cleanup = startCleanup(app);
  const expiryMails = startExpiryMails(app);
  return {
    async stop() {
      await Promise.all([reconciliation.stop(), cleanup.stop(), expiryMails.stop()]);
    },
  };
}

/**
 * The product for a command that runs once: it migrates the database and reaches the payment provider, sends no mail,
 * and starts nothing in the background. While the product runs with the payment sandbox, which one process at a time can
 * have open, it throws ConfigError, or uses that sandbox when `joinsSandbox`.
 */
export async function bootForCommand(
  sandboxes: Sandboxes,
  { joinsSandbox = false } = {},
): Promise<{ app: App; close(): Promise<void> }> {
  const config = readConfig();
  const log = makeLog("silent");
  const secrets = createSecrets(config.appSecret);
  const core = { config, secrets, log };
  const port = joinsSandbox && !config.stripe ? await findRunningSandbox(core) : null;
  if (!config.stripe && port === null) await requireStopped(config);
  const store = await openPrepared(config, log);
  const { payments, paymentSandbox, sandbox } = await startPayments(sandboxes.payments, core, { port });
  const { social, socialSandbox } = prepareNetworks(sandboxes, config);
  const idle = { wake: () => undefined, stop: () => Promise.resolve() };
  const [usage, keyUse] = [startUsage({ store, log }), startKeyUse({ store, log })];
  const pictures = openPictures(join(config.dataDir, "avatars"), "");
  const workers = { outbox: idle, webhooks: idle, seats: idle, usage, keyUse };
  const services = { passwords: makePasswords(), limiter: createLimiter(null), ...workers, pictures, social };
  return {
    app: { ...core, store, payments, paymentSandbox, ...services },
    async close() {
      await usage.stop();
      pictures.close();
      await Promise.all([sandbox?.close(), socialSandbox.close()]);
      await store.close();
    },
  };
}

/** Starts a sandbox once, when its port is first requested. Many installations never need it. */
function startOnce(start: () => Promise<Sandbox>) {
  let started: Promise<Sandbox> | undefined;
  return {
    port: async () => (await (started ??= start())).port,
    close: async () => (await started)?.close(),
  };
}
