/** Assembles the product once per process. Only this file knows every part. */
import { findRunningSandbox, requireStopped, startPayments, type Sandbox } from "./boot-payments.server";
import { startLog } from "./boot-log.server";
import { listSocialClients, type Sandboxes } from "./boot-sandboxes.server";
import { openPrepared } from "./boot-store.server";
import { createWebhookTargets } from "./boot-webhooks.server";
import { readConfig, type Config } from "./config.server";
import { createFileMailer } from "./gateways/mail/file-mailer";
import { createWebhookSender } from "./gateways/webhooks/post-webhook";
import type { Mailer } from "./gateways/mail/mailer";
import { createMailgunMailer } from "./gateways/mail/mailgun-mailer";
import { createSmtpMailer } from "./gateways/mail/smtp-mailer";
import { openPictureFiles } from "./gateways/files/open-files";
import { openPictures } from "./gateways/pictures/pictures";
import type { Redis } from "ioredis";
import { createNetworks } from "./gateways/social/create-networks";
import { makeLog, type Log } from "./log.server";
import { connectJobQueue, connectRedis } from "./redis.server";
import { findLastBackup } from "./services/backup/last-backup.server";
import type { App } from "./services/platform/app.server";
import { tidyPictures } from "./services/people/shared-pictures.server";
import { getMailFolder } from "./services/platform/mail/dev-mail.server";
import { createRedisPrefix } from "./services/platform/redis-names.server";
import { createLimiter, type Limiter } from "./services/platform/rate-limits/limiter.server";
import type { Machine } from "./services/platform/metrics/machine.server";
import { createMetrics } from "./services/platform/metrics/metrics.server";
import { leaveTraceToWake, traceGateway, traceStore } from "./services/platform/tracing/traced-parts.server";
import { makePasswords } from "./services/platform/crypto/passwords.server";
import { startUsage } from "./services/billing/usage.server";
import { startKeyUse } from "./services/keys/key-use.server";
import { openSecrets } from "./services/platform/crypto/hash-keys.server";
import { createSecrets } from "./services/platform/crypto/secrets.server";
import type { Traces } from "./services/platform/tracing/traces.server";
import { createSettings, type PrepareSwitch } from "./services/platform/setup/settings.server";
import { createSetupAccess } from "./services/platform/setup/setup-access.server";
import { startSite, UNTOUCHED_SITE } from "./services/platform/site/site.server";
import { createJobHandles, IDLE_JOBS } from "./services/platform/jobs/jobs.server";
import { prepareJobs } from "./services/jobs.server";

/** Files that run as processes of their own. Their paths differ between the sources and the build. */
export interface Programs {
  /** Decodes uploaded pictures. */
  pictureProgram: string;
}

/** What a product takes over from the one that it replaces, because it must not begin anew. */
export interface Former {
  log: Log;
  traces: Traces | null;
  /** The rate limits that are counted in memory. */
  limiter: Limiter;
}

export interface BootOptions extends Programs {
  /** The number of this process among those of its host; null when it is the only one. */
  process: number | null;
  /** By default what the environment and config.json say. */
  config?: Config;
  former?: Former;
  /** How the product replaces itself when settings are saved. */
  prepareSwitch?: PrepareSwitch;
}

export interface Running {
  app: App;
  /** The payment sandbox; null when Stripe keys are configured. */
  sandbox: Sandbox | null;
  /** Starts the social sandbox on its first call and returns its port. Null where no sandbox may run. */
  socialSandboxPort: (() => Promise<number>) | null;
  /** Ends everything but the log and the traces, which another product may have taken over. */
  close(): Promise<void>;
}

/** Reads the settings, opens and migrates the database, and starts the background jobs. */
export async function boot(sandboxes: Sandboxes, options: BootOptions): Promise<Running> {
  const { config = readConfig(), former, pictureProgram, process, prepareSwitch = null } = options;
  const { log, traces } = former ?? (await startLog(config));
  const store = traceStore(await openPrepared(config, log), traces);
  const redis = config.redisUrl ? await connectRedis(config.redisUrl, log) : null;
  const core = { config, secrets: await openSecrets(store, config, log), log, traces };
  const { social, socialSandbox } = prepareNetworks(sandboxes, config);
  const { sandbox, parts, ...gateways } = await startGateways(sandboxes, core, socialSandbox.port);
  const jobs = prepareJobs();
  const workers = await startWorkers({ store, log });
  const shared = redis && { redis, prefix: createRedisPrefix(core, "limits") };
  const limiter = shared || !former ? createLimiter(core.secrets, shared) : former.limiter;
  const app: App = {
    ...core,
    store,
    metrics: createMetrics(store, { process, machine: toMachine(config, redis) }),
    passwords: makePasswords(),
    limiter,
    jobs,
    ...createJobHandles(leaveTraceToWake(jobs, traces)),
    ...workers,
    ...gateways,
    pictures: openPictures(await openPictureFiles(config), pictureProgram),
    social,
    setup: createSetupAccess({ ...core, store, limiter }),
    settings: createSettings({ config, log, prepareSwitch }),
  };
  const endTidying = tidyPictures(app);
  jobs.start(app, { ...parts, connections: config.redisUrl ? await connectJobQueue(config.redisUrl) : null });
  return {
    app,
    sandbox,
    socialSandboxPort: Object.values(social).some((network) => network?.isSandbox)
      ? socialSandbox.port
      : null,
    async close() {
      endTidying();
      await Promise.all([jobs.stop(), ...Object.values(workers).map((worker) => worker.stop())]);
      app.pictures.close();
      await Promise.all([sandbox?.close(), socialSandbox.close()]);
      redis?.disconnect();
      await store.close();
    },
  };
}

/** What the metrics read of this machine. */
function toMachine({ dataDir }: Config, redis: Pick<Redis, "ping"> | null): Machine {
  return {
    dataDir,
    pingRedis: redis && (() => redis.ping()),
    findLastBackup: () => findLastBackup(dataDir),
  };
}

/** What counts in memory and writes now and then, and what reads the switches of the site again. */
async function startWorkers(parts: Pick<App, "store" | "log">) {
  return { usage: startUsage(parts), keyUse: startKeyUse(parts), site: await startSite(parts) };
}

/** The payment provider, and what the jobs send with. Where there are traces, their calls are part of them. */
async function startGateways(
  sandboxes: Sandboxes,
  core: Pick<App, "config" | "secrets" | "log" | "traces">,
  findSocialPort: () => Promise<number>,
) {
  const { config, traces } = core;
  const { payments, pdfs, sandboxPort, ...started } = await startPayments(sandboxes.payments, core);
  const webhookTargets = createWebhookTargets(config, { payments: sandboxPort, social: findSocialPort });
  const sender = createWebhookSender({ targets: webhookTargets });
  return {
    ...started,
    webhookTargets,
    payments: traceGateway(payments, "payments", traces),
    parts: {
      pdfs,
      mailer: traceGateway(createMailer(config), "mail", traces),
      sender: traceGateway(sender, "webhooks", traces),
    },
  };
}

/** Mails go into files without an SMTP server and without Mailgun. */
function createMailer(config: Config): Mailer {
  if (config.smtpUrl !== null) return createSmtpMailer(config.smtpUrl);
  return config.mailgun ? createMailgunMailer(config.mailgun) : createFileMailer(getMailFolder(config));
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
  const port =
    joinsSandbox && !config.stripe
      ? await findRunningSandbox({ config, secrets: createSecrets(config) })
      : null;
  if (!config.stripe && port === null) await requireStopped(config);
  const store = await openPrepared(config, log);
  const core = { config, secrets: await openSecrets(store, config, log), log };
  const { payments, paymentSandbox, sandbox, sandboxPort } = await startPayments(sandboxes.payments, core, {
    port,
  });
  const { social, socialSandbox } = prepareNetworks(sandboxes, config);
  const [usage, keyUse] = [startUsage({ store, log }), startKeyUse({ store, log })];
  const pictures = openPictures(await openPictureFiles(config), "");
  const workers = { jobs: IDLE_JOBS, ...createJobHandles(IDLE_JOBS), usage, keyUse };
  const limiter = createLimiter(core.secrets);
  const services = { passwords: makePasswords(), limiter, ...workers, pictures, social };
  const setup = createSetupAccess({ ...core, store, limiter });
  return {
    app: {
      ...core,
      store,
      metrics: createMetrics(store),
      traces: null,
      payments,
      paymentSandbox,
      ...services,
      webhookTargets: createWebhookTargets(config, { payments: sandboxPort, social: socialSandbox.port }),
      setup,
      settings: createSettings({ config, log, prepareSwitch: null }),
      site: UNTOUCHED_SITE,
    },
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
