/** Settings: the environment, else what setup saved, else the defaults. Only this file reads `process.env`. */
import { join, resolve } from "node:path";
import { z } from "zod";
import { backupSettings, readBackupSchedule, type BackupSchedule } from "./config-backups.server";
import { createDataDir, readOrCreateSecret, readSaved, readSecret } from "./config-files.server";
import { listOpenFiles, restrictAccess } from "~/data-dir.server";
import { days, RETENTION_DEFAULT_DAYS, RETENTION_MAX_DAYS, type Retention } from "~/domain/limits";
import type { Network } from "~/domain/networks";
import { METRICS_TOKEN_MIN_LENGTH } from "~/domain/operator-limits";
import { PROCESSES_MAX } from "~/domain/process-limits";
import { PRODUCT_NAME } from "~/domain/product";
import {
  ConfigError,
  readNetworkKeys,
  readStripeKeys,
  type NetworkKeys,
  type StripeKeys,
} from "./config-keys.server";

export { ConfigError };
export type { BackupSchedule, NetworkKeys, StripeKeys };

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
  /** Lets a scraper on another machine read /metrics; null: only this machine may. */
  metricsToken: string | null;
  /** The base URL of the collector that receives traces by OTLP over HTTP; null: nothing is traced. */
  otlpEndpoint: string | null;
  /** Whether webhooks may go to servers that only this network can reach, and over http. */
  allowsPrivateWebhooks: boolean;
  /** How long each kind of row is kept, in milliseconds. */
  retention: Retention;
  /** Null: the product makes no backups by itself. */
  backups: BackupSchedule | null;
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
  METRICS_TOKEN: z
    .string()
    .min(METRICS_TOKEN_MIN_LENGTH, `must have at least ${METRICS_TOKEN_MIN_LENGTH} characters`)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  ...backupSettings,
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(PROCESSES_MAX).default(1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/**
 * Reads the settings once, at start, and creates the data directory and the secret when they are missing.
 * Throws ConfigError with one sentence that names what to fix.
 */
export function readConfig(environment: Environment = process.env): Config {
  const dataDir = getDataDir(environment);
  createDataDir(dataDir);
  const settings = readSettings(environment, dataDir);
  return toConfig(settings, environment, {
    dataDir,
    filesOpenToOthers: restrictAccess(dataDir, toDatabaseUrl(settings, dataDir)),
    appSecret: settings.APP_SECRET ?? readOrCreateSecret(dataDir),
  });
}

/**
 * Reads the settings as `readConfig` does, and creates and changes no file: for a command that only looks. The secret is
 * empty where the first start is still to create it.
 */
export function inspectConfig(environment: Environment = process.env): Config {
  const dataDir = getDataDir(environment);
  const settings = readSettings(environment, dataDir);
  return toConfig(settings, environment, {
    dataDir,
    filesOpenToOthers: listOpenFiles(dataDir, toDatabaseUrl(settings, dataDir)),
    appSecret: settings.APP_SECRET ?? readSecret(dataDir) ?? "",
  });
}

export type SettingSource = "environment" | "config.json" | "default";

/** Where each setting comes from, by the name of its variable. Throws ConfigError when config.json is broken. */
export function listSettingSources(environment: Environment = process.env): Map<string, SettingSource> {
  const given = removeEmptyVariables(environment);
  const saved = readSaved(getDataDir(environment));
  const findSource = (name: string): SettingSource => {
    if (Object.hasOwn(given, name)) return "environment";
    return Object.hasOwn(saved, name) ? "config.json" : "default";
  };
  return new Map(["DATA_DIR", ...Object.keys(settingsSchema.shape)].map((name) => [name, findSource(name)]));
}

/** Where the product keeps its files: an absolute path. */
export function getDataDir(environment: Environment = process.env): string {
  return resolve(environment.DATA_DIR ?? "data");
}

function readSettings(environment: Environment, dataDir: string): Settings {
  const defaults = { WEBHOOKS_TO_PRIVATE_NETWORKS: environment.NODE_ENV === "development" ? "on" : "off" };
  return parse({ ...defaults, ...readSaved(dataDir), ...removeEmptyVariables(environment) });
}

function toDatabaseUrl({ DATABASE_URL }: Settings, dataDir: string): string {
  return DATABASE_URL ?? `sqlite:${join(dataDir, "app.db")}`;
}

function toConfig(
  settings: Settings,
  environment: Environment,
  files: Pick<Config, "dataDir" | "filesOpenToOthers" | "appSecret">,
): Config {
  return {
    ...files,
    host: settings.HOST,
    port: settings.PORT,
    ...getPublicUrl(settings, environment.NODE_ENV === "production"),
    databaseUrl: toDatabaseUrl(settings, files.dataDir),
    redisUrl: settings.REDIS_URL ?? null,
    stripe: readStripeKeys(settings),
    networks: readNetworkKeys(settings),
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    supportEmail: settings.SUPPORT_EMAIL,
    trustProxyHops: settings.TRUST_PROXY_HOPS,
    logLevel: settings.LOG_LEVEL,
    metricsToken: settings.METRICS_TOKEN ?? null,
    otlpEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    allowsPrivateWebhooks: settings.WEBHOOKS_TO_PRIVATE_NETWORKS === "on",
    retention: {
      events: days(settings.RETENTION_EVENTS_DAYS),
      feedback: days(settings.RETENTION_FEEDBACK_DAYS),
      audits: days(settings.RETENTION_AUDITS_DAYS),
      unverifiedUsers: days(settings.RETENTION_UNVERIFIED_USERS_DAYS),
      deadMails: days(settings.RETENTION_DEAD_MAILS_DAYS),
    },
    backups: readBackupSchedule(settings, files.dataDir),
    processes: readProcessCount(settings),
  };
}

/** The passphrase of the secret in a backup, for commands that run without a terminal. Null when it is not set. */
export function readBackupPassphrase(environment: Environment = process.env): string | null {
  return removeEmptyVariables(environment).BACKUP_PASSPHRASE ?? null;
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
