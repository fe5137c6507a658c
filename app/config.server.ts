/** Settings: the environment, else what setup saved, else the defaults. Only this file reads `process.env`. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { ConfigError } from "~/config-error.server";
import { readNetworkKeys, type NetworkKeys } from "~/config-networks.server";
import { restrictAccess } from "~/data-dir.server";
import { days, RETENTION_DEFAULT_DAYS, RETENTION_MAX_DAYS, type Retention } from "~/domain/limits";
import type { Network } from "~/domain/networks";
import { PROCESSES_MAX } from "~/domain/process-limits";
import { PRODUCT_NAME } from "~/domain/product";

export { ConfigError };

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** A base URL that replaces Stripe's own, for tests. */
  apiBase: string | null;
  /** Whether Stripe works out the tax of each invoice. */
  automaticTax: boolean;
}

export interface Config {
  host: string;
  port: number;
  /** The public URL, without a trailing slash. */
  appUrl: string;
  /** Whether APP_URL is set. Without it the product answers under every loopback name of this machine. */
  isAppUrlGiven: boolean;
  /**
   * Whether the public URL belongs to this machine. Only then do the mail viewer and the social sandbox run:
   * they show every email and let a visitor sign in as anyone. They answer callers on this machine only.
   */
  isLocal: boolean;
  dataDir: string;
  /** Files of the data folder that other users of this machine can still read. */
  filesOpenToOthers: string[];
  databaseUrl: string;
  redisUrl: string | null;
  appSecret: string;
  /** Null: the payment sandbox takes the payments. */
  stripe: StripeKeys | null;
  /** Null: on this machine the social sandbox replaces the network; elsewhere the network is off. */
  networks: Record<Network, NetworkKeys | null>;
  /** Null: mails are written to files, which this machine can read at /dev/mail. */
  smtpUrl: string | null;
  mailFrom: string;
  supportEmail: string;
  trustProxyHops: number;
  logLevel: string;
  /** Whether webhooks may go to servers that only this network can reach, and over http. */
  allowsPrivateWebhooks: boolean;
  /** How long each kind of row is kept, in milliseconds. */
  retention: Retention;
  /** How many processes of this host serve requests. */
  processes: number;
}

type Environment = Record<string, string | undefined>;

const createRetentionRule = (kind: keyof Retention) =>
  z.coerce.number().int().min(1).max(RETENTION_MAX_DAYS).default(RETENTION_DEFAULT_DAYS[kind]);

const settingsSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z
    .string()
    .regex(
      /^(sqlite|postgres|postgresql|mysql|mariadb|mssql|oracle|mongodb(\+srv)?):/,
      "must start with a known scheme",
    )
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, "must start with redis:// or rediss://")
    .optional(),
  APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, "must start with sk_test_ or sk_live_")
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, "must start with pk_test_ or pk_live_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, "must start with whsec_: it is shown with the webhook, and is no API key")
    .optional(),
  STRIPE_API_BASE: z.url().optional(),
  STRIPE_AUTOMATIC_TAX: z.enum(["on", "off"]).default("off"),
  FACEBOOK_CLIENT_ID: z.string().optional(),
  FACEBOOK_CLIENT_SECRET: z.string().optional(),
  FACEBOOK_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  TWITTER_CLIENT_ID: z.string().optional(),
  TWITTER_CLIENT_SECRET: z.string().optional(),
  TWITTER_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  LINKEDIN_CLIENT_ID: z.string().optional(),
  LINKEDIN_CLIENT_SECRET: z.string().optional(),
  LINKEDIN_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: z.string().min(3).default(`${PRODUCT_NAME} <hello@groundwork.localhost>`),
  SUPPORT_EMAIL: z.email().default("support@groundwork.localhost"),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  RETENTION_EVENTS_DAYS: createRetentionRule("events"),
  RETENTION_FEEDBACK_DAYS: createRetentionRule("feedback"),
  RETENTION_AUDITS_DAYS: createRetentionRule("audits"),
  RETENTION_UNVERIFIED_USERS_DAYS: createRetentionRule("unverifiedUsers"),
  RETENTION_DEAD_MAILS_DAYS: createRetentionRule("deadMails"),
  WEBHOOKS_TO_PRIVATE_NETWORKS: z.enum(["on", "off"]),
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(PROCESSES_MAX).default(1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/**
 * Reads the settings once, at start, and creates the data directory and the secret when they are missing.
 * Throws ConfigError with one sentence that names what to fix.
 */
export function readConfig(environment: Environment = process.env): Config {
  const dataDir = resolve(environment.DATA_DIR ?? "data");
  makeDataDir(dataDir);
  const defaults = { WEBHOOKS_TO_PRIVATE_NETWORKS: environment.NODE_ENV === "development" ? "on" : "off" };
  const settings = parse({ ...defaults, ...readSaved(dataDir), ...removeEmptyVariables(environment) });
  const databaseUrl = settings.DATABASE_URL ?? `sqlite:${join(dataDir, "app.db")}`;
  return {
    host: settings.HOST,
    port: settings.PORT,
    ...getPublicUrl(settings, environment.NODE_ENV === "production"),
    dataDir,
    filesOpenToOthers: restrictAccess(dataDir, databaseUrl),
    databaseUrl,
    redisUrl: settings.REDIS_URL ?? null,
    appSecret: settings.APP_SECRET ?? readOrCreateSecret(dataDir),
    stripe: readStripeKeys(settings),
    networks: readNetworkKeys(settings),
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    supportEmail: settings.SUPPORT_EMAIL,
    trustProxyHops: settings.TRUST_PROXY_HOPS,
    logLevel: settings.LOG_LEVEL,
    allowsPrivateWebhooks: settings.WEBHOOKS_TO_PRIVATE_NETWORKS === "on",
    retention: {
      events: days(settings.RETENTION_EVENTS_DAYS),
      feedback: days(settings.RETENTION_FEEDBACK_DAYS),
      audits: days(settings.RETENTION_AUDITS_DAYS),
      unverifiedUsers: days(settings.RETENTION_UNVERIFIED_USERS_DAYS),
      deadMails: days(settings.RETENTION_DEAD_MAILS_DAYS),
    },
    processes: readProcessCount(settings),
  };
}

type Settings = z.output<typeof settingsSchema>;

function parse(values: Environment): Settings {
  const parsed = settingsSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new ConfigError(`These settings cannot be used. ${faults.join("; ")}`, parsed.error);
}

/** Treats an empty variable as not set: `PORT= npm start` means the default. */
function removeEmptyVariables(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ConfigError(`DATA_DIR: ${dataDir} cannot be created`, cause);
  }
}

/** Reads what setup saved. A broken file stops the start, because it must not look like a fresh install. */
function readSaved(dataDir: string): Environment {
  const file = join(dataDir, "config.json");
  if (!existsSync(file)) return {};
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new ConfigError(`${file} is not readable as saved settings; restore it from a backup`, cause);
  }
}

/** Creates the secret at the first start, readable by the owner only, and reads the same one afterwards. */
function readOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, "app.secret");
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") {
      throw new ConfigError(`APP_SECRET: ${file} cannot be written`, cause);
    }
  }
  chmodSync(file, 0o600);
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) throw new ConfigError(`APP_SECRET: ${file} is damaged; restore it from a backup`);
  return secret;
}

/** Counts in the memory of each process would allow several times the attempts that a rate limit is about. */
function readProcessCount({ WEB_CONCURRENCY: count, REDIS_URL }: Settings): number {
  if (count > 1 && REDIS_URL === undefined) {
    throw new ConfigError(
      `REDIS_URL is missing: WEB_CONCURRENCY=${count} starts several processes, which share their rate limits in Redis`,
    );
  }
  return count;
}

function getPublicUrl(
  { APP_URL, HOST, PORT }: Settings,
  isProduction: boolean,
): Pick<Config, "appUrl" | "isAppUrlGiven" | "isLocal"> {
  const appUrl = (APP_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, "");
  const { protocol, hostname } = new URL(appUrl);
  const isLocal = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
  if (isProduction && protocol === "http:" && !isLocal) {
    throw new ConfigError(
      "APP_URL: must begin with https:// in production; over http, anyone on the network could read the sessions",
    );
  }
  if (isProduction && APP_URL === undefined && !isLoopback(HOST)) {
    throw new ConfigError(
      `APP_URL is missing: HOST=${HOST} lets other machines in, so set APP_URL to the URL that they use, ` +
        "as in APP_URL=https://app.example.com",
    );
  }
  return { appUrl, isAppUrlGiven: APP_URL !== undefined, isLocal };
}

/** Whether only this machine can reach a server that listens on this host. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}

function readStripeKeys(settings: Settings): StripeKeys | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings;
  if (!secretKey && !publishableKey) {
    if (settings.STRIPE_WEBHOOK_SECRET)
      throw new ConfigError("STRIPE_SECRET_KEY is missing beside STRIPE_WEBHOOK_SECRET");
    return null;
  }
  if (!secretKey) throw new ConfigError("STRIPE_SECRET_KEY is missing beside STRIPE_PUBLISHABLE_KEY");
  if (!publishableKey) throw new ConfigError("STRIPE_PUBLISHABLE_KEY is missing beside STRIPE_SECRET_KEY");
  if (!settings.STRIPE_WEBHOOK_SECRET)
    throw new ConfigError("STRIPE_WEBHOOK_SECRET is missing beside STRIPE_SECRET_KEY");
  requireOneMode(secretKey, publishableKey);
  const apiBase = settings.STRIPE_API_BASE ?? null;
  if (apiBase !== null && isLiveKey(secretKey)) {
    throw new ConfigError(
      "STRIPE_API_BASE is for tests, and would send a live key to another server: remove it, or use test keys",
    );
  }
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_AUTOMATIC_TAX: tax } = settings;
  return { secretKey, publishableKey, webhookSecret, apiBase, automaticTax: tax === "on" };
}

/** Cards that one mode accepts do not exist in the other, so every payment would fail. */
function requireOneMode(secretKey: string, publishableKey: string): void {
  if (isLiveKey(secretKey) === isLiveKey(publishableKey)) return;
  const [live, test] = isLiveKey(secretKey)
    ? ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"]
    : ["STRIPE_PUBLISHABLE_KEY", "STRIPE_SECRET_KEY"];
  throw new ConfigError(
    `${live} is a live key and ${test} is a test key: take both, and STRIPE_WEBHOOK_SECRET, from the same mode ` +
      "of Stripe's dashboard",
  );
}

function isLiveKey(key: string): boolean {
  return /^[a-z]+_live_/.test(key);
}
