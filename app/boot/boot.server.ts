/** Assembles the product once per process. Only this file knows every part. */
import type { Redis } from "ioredis";
import { readConfig, type Config } from "../config/config.server";
import { isJobName } from "../domain/jobs";
import { createFileMailer } from "../gateways/mail/file-mailer";
import { createWebhookSender } from "../gateways/webhooks/post-webhook";
import type { Mailer } from "../gateways/mail/mailer";
import { createMailgunMailer } from "../gateways/mail/mailgun-mailer";
import { createSmtpMailer } from "../gateways/mail/smtp-mailer";
import { openAvatarFiles } from "../gateways/files/open-files";
import { openAvatars } from "../gateways/avatars/avatars";
import { createIdentityProviders } from "../gateways/identity-providers/create-identity-providers";
import { makeLog, type Log } from "../log.server";
import { findLastBackup } from "../services/backup/last-backup.server";
import type { App } from "../services/platform/app.server";
import { tidyAvatars } from "../services/users/shared-avatars.server";
import { getMailFolder } from "../services/platform/mail/dev-mail.server";
import { createRedisPrefix } from "../services/platform/redis-names.server";
import { createLimiter, type Limiter } from "../services/platform/rate-limits/limiter.server";
import type { Machine } from "../services/platform/metrics/machine.server";
import { createMetrics } from "../services/platform/metrics/metrics.server";
import { leaveTraceToWake, traceGateway, traceStore } from "../services/platform/tracing/traced-parts.server";
import { makePasswords } from "../services/platform/crypto/passwords.server";
import { startApiCallCounter } from "../services/billing/api-calls/api-call-counter.server";
import { startKeyUse } from "../services/keys/key-use.server";
import { openSecrets } from "../services/platform/crypto/hash-keys.server";
import { createSecrets } from "../crypto/secrets.server";
import type { Traces } from "../services/platform/tracing/traces.server";
import { createSettings, type PrepareSwitch } from "../services/platform/setup/settings.server";
import { createSetupAccess } from "../services/platform/setup/setup-access.server";
import { startSite, UNTOUCHED_SITE } from "../services/platform/site/site.server";
import { IDLE_JOBS, type Jobs } from "../services/platform/jobs/jobs.server";
import { prepareJobs } from "../services/jobs.server";
import { findRunningSandbox, requireStopped, startPayments, type Sandbox } from "./payments.server";
import { startLog } from "./log.server";
import { listSandboxClients, type Sandboxes } from "./sandboxes.server";
import { requireNoClash } from "./own-entries.server";
import { openPrepared } from "./store.server";
import { createWebhookTargets } from "./webhooks.server";
import { connectJobQueue, connectRedis } from "./redis.server";

/** Files that run as processes of their own. Their paths differ between the sources and the build. */
export interface Programs {
  /** Decodes uploaded avatars. */
  avatarProgram: string;
}

/** The parts that a product takes over from the one that it replaces, because they must not start again. */
export interface PreviousProduct {
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
  previous?: PreviousProduct;
  /** How the product replaces itself when settings are saved. */
  prepareSwitch?: PrepareSwitch;
}

export interface Running {
  app: App;
  /** The payment sandbox; null when Stripe keys are configured. */
  sandbox: Sandbox | null;
  /** Starts the social sandbox on its first call and returns its port. Null where no sandbox may run. */
  identitySandboxPort: (() => Promise<number>) | null;
  /** Ends everything but the log and the traces, which another product may have taken over. */
  close(): Promise<void>;
}

/** Reads the settings, opens and migrates the database, and starts the background jobs. */
export async function boot(sandboxes: Sandboxes, options: BootOptions): Promise<Running> {
  requireNoClash();
  const { config = readConfig(), previous, avatarProgram, process, prepareSwitch = null } = options;
  const { log, traces } = previous ?? (await startLog(config));
  const store = traceStore(await openPrepared(config, log), traces);
  const redis = config.redisUrl ? await connectRedis(config.redisUrl, log) : null;
  const secrets = await openSecrets(store, config, log);
  const core = { config, secrets, log, traces, store, database: store };
  const { identityProviders, identitySandbox } = prepareIdentityProviders(sandboxes, config);
  const { sandbox, parts, ...gateways } = await startGateways(sandboxes, core, identitySandbox.port);
  const jobs = prepareJobs();
  wakeByCommits(store, leaveTraceToWake(jobs, traces));
  const workers = await startWorkers({ store, log });
  const limiter = chooseLimiter(core, redis, previous);
  const app: App = {
    ...core,
    metrics: createMetrics(store, { process, machine: toMachine(config, redis) }),
    passwords: makePasswords(),
    limiter,
    jobs,
    ...workers,
    ...gateways,
    avatars: openAvatars(await openAvatarFiles(config), avatarProgram),
    identityProviders,
    setup: createSetupAccess({ ...core, limiter }),
    settings: createSettings({ config, log, prepareSwitch }),
  };
  const endTidying = tidyAvatars(app);
  jobs.start(app, { ...parts, connections: config.redisUrl ? await connectJobQueue(config.redisUrl) : null });
  return {
    app,
    sandbox,
    identitySandboxPort: [...identityProviders.values()].some(({ state }) => state === "sandbox")
      ? identitySandbox.port
      : null,
    async close() {
      endTidying();
      await Promise.all([jobs.stop(), ...Object.values(workers).map((worker) => worker.stop())]);
      app.avatars.close();
      await Promise.all([sandbox?.close(), identitySandbox.close()]);
      redis?.disconnect();
      await store.close();
    },
  };
}

/** Limits that are counted in memory stay those of the product before. */
function chooseLimiter(
  core: Pick<App, "config" | "secrets">,
  redis: Redis | null,
  previous: PreviousProduct | undefined,
): Limiter {
  if (!redis && previous) return previous.limiter;
  return createLimiter(core.secrets, redis && { redis, prefix: createRedisPrefix(core, "limits") });
}

/** Work that a transaction has queued is started when it commits. */
function wakeByCommits(database: App["database"], jobs: Jobs): void {
  database.listen((queue) => {
    if (isJobName(queue)) jobs.wake(queue);
  });
}

/** Returns the parts of this machine that the metrics read. */
function toMachine({ dataDir }: Config, redis: Pick<Redis, "ping"> | null): Machine {
  return {
    dataDir,
    pingRedis: redis && (() => redis.ping()),
    findLastBackup: () => findLastBackup(dataDir),
  };
}

/** Starts the counters in memory, which write now and then, and the worker that reads the site's switches again. */
async function startWorkers(parts: Pick<App, "store" | "log">) {
  return { apiCalls: startApiCallCounter(parts), keyUse: startKeyUse(parts), site: await startSite(parts) };
}

/** The payment provider, and what the jobs send with. Where there are traces, their calls are part of them. */
async function startGateways(
  sandboxes: Sandboxes,
  core: Pick<App, "config" | "secrets" | "log" | "traces">,
  findIdentityPort: () => Promise<number>,
) {
  const { config, traces } = core;
  const { payments, pdfs, sandboxPort, ...started } = await startPayments(sandboxes.payments, core);
  const webhookTargets = createWebhookTargets(config, { payments: sandboxPort, social: findIdentityPort });
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

function prepareIdentityProviders(sandboxes: Sandboxes, config: Config) {
  const identitySandbox = startOnce(() => sandboxes.social({ clients: listSandboxClients(config) }));
  const { identityProviders: providers, appUrl, isLocal } = config;
  return {
    identityProviders: createIdentityProviders({
      providers,
      appUrl,
      isLocal,
      sandboxPort: identitySandbox.port,
    }),
    identitySandbox,
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
  const core = { config, secrets: await openSecrets(store, config, log), log, store, database: store };
  const { payments, paymentSandbox, sandbox, sandboxPort } = await startPayments(sandboxes.payments, core, {
    port,
  });
  const { identityProviders, identitySandbox } = prepareIdentityProviders(sandboxes, config);
  const [apiCalls, keyUse] = [startApiCallCounter({ store, log }), startKeyUse({ store, log })];
  const avatars = openAvatars(await openAvatarFiles(config), "");
  const workers = { jobs: IDLE_JOBS, apiCalls, keyUse };
  const limiter = createLimiter(core.secrets);
  const services = { passwords: makePasswords(), limiter, ...workers, avatars, identityProviders };
  const setup = createSetupAccess({ ...core, limiter });
  return {
    app: {
      ...core,
      metrics: createMetrics(store),
      traces: null,
      payments,
      paymentSandbox,
      ...services,
      webhookTargets: createWebhookTargets(config, { payments: sandboxPort, social: identitySandbox.port }),
      setup,
      settings: createSettings({ config, log, prepareSwitch: null }),
      site: UNTOUCHED_SITE,
    },
    async close() {
      await apiCalls.stop();
      avatars.close();
      await Promise.all([sandbox?.close(), identitySandbox.close()]);
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
