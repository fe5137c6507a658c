/** Settings: the environment, else what setup saved, else the defaults. Only this file reads `process.env`. */
import { join, resolve } from "node:path";
import * as z from "zod";
import type { LostDisputeAct } from "~/domain/disputes";
import { days, type Retention } from "~/domain/limits";
import type { SettingSource } from "~/domain/setup";
import type { BucketPlace } from "~/gateways/files/file-store";
import type { IdentityProviderSettings } from "~/gateways/identity-providers/identity-provider";
import { readBackupSchedule, type BackupSchedule } from "./backups.server";
import { createDataDir } from "./files.server";
import { decryptSettings, hasEncrypted, readSavedFile } from "./saved.server";
import { listOpenFiles, restrictAccess } from "./data-dir.server";
import {
  ConfigError,
  readMailgunKeys,
  readStripeKeys,
  type MailgunKeys,
  type StripeKeys,
} from "./keys.server";
import { isOpenIdVariable, readKnownProviders } from "./identity-providers.server";
import { readOrCreateSecrets, readSecrets } from "./secrets.server";
import { readBucketPlace } from "./storage.server";
import { parseSettings, requireNoComments, settingsSchema, type Settings } from "./settings.server";

export { ConfigError };
export type { BackupSchedule, MailgunKeys, StripeKeys };

export interface Config {
  host: string;
  port: number;
  /** The public URL, without a trailing slash. */
  appUrl: string;
  /** Whether APP_URL is set. Without it the product answers under every loopback name of this machine. */
  isAppUrlGiven: boolean;
  /**
   * Whether the public URL belongs to this machine. Only then do the mail viewer and the identity sandbox run:
   * they show every email and let a visitor sign in as anyone. They answer callers on this machine only.
   */
  isLocal: boolean;
  dataDir: string;
  /** Files of the data folder that other users of this machine can still read. */
  filesOpenToOthers: string[];
  databaseUrl: string;
  /** The most connections of this process to the database. */
  databasePool: number;
  redisUrl: string | null;
  appSecret: string;
  /** Secrets that only read: the previous one, and the next one before it is in use. */
  otherSecrets: readonly string[];
  /** Null: the payment sandbox takes the payments. */
  stripe: StripeKeys | null;
  /** Without keys: on this machine the sandbox replaces the provider; elsewhere the provider is off. */
  identityProviders: readonly IdentityProviderSettings[];
  /** Whether the plan that costs nothing can be an account's first one. */
  offersFreePlan: boolean;
  /** Whether a lost dispute ends the plan of its account, or only notifies the operators. */
  lostDisputeAct: LostDisputeAct;
  /** Null, and no Mailgun: mails are written to files, which this machine can read at /dev/mail. */
  smtpUrl: string | null;
  /** Sends the mails where there is no SMTP server. */
  mailgun: MailgunKeys | null;
  mailFrom: string;
  supportEmail: string;
  trustProxyHops: number;
  logLevel: string;
  /** Whether the log has the IPs of clients in full. */
  hasFullIps: boolean;
  /** Lets a scraper on another machine read /metrics; null: only this machine may. */
  metricsToken: string | null;
  /** The base URL of the collector that receives traces by OTLP over HTTP; null: nothing is traced. */
  otlpEndpoint: string | null;
  /** Whether webhooks may go to servers that only this network can reach, and over http. */
  allowsPrivateWebhooks: boolean;
  /** How long each kind of row is kept, in milliseconds. */
  retention: Retention;
  /** The bucket with the avatars and the scheduled backups; null: the data folder has them. */
  storage: BucketPlace | null;
  /** Null: the product makes no backups by itself. */
  backups: BackupSchedule | null;
  /** How many processes of this host serve requests. */
  processes: number;
  /** How long a process that has to stop goes on accepting, until its balancer has noticed. */
  drainDelayMs: number;
  /** Whether it runs from its sources, with reload. */
  isDevelopment: boolean;
  /** Opens setup, in place of the token that the product makes. */
  setupToken: string | null;
}

type Environment = Record<string, string | undefined>;

/**
 * Reads the settings, and creates the data directory and the secret when they are missing. `saved` are settings in plain
 * text that replace those of config.json, to try them before they are saved. Throws ConfigError with one sentence that
 * names what to fix, and SavedSettingsError when config.json cannot be used.
 */
export function readConfig(environment: Environment = process.env, saved?: Record<string, string>): Config {
  requireNoComments(environment);
  const dataDir = getDataDir(environment);
  createDataDir(dataDir);
  const settings = readSettings(environment, saved ?? readSaved(environment));
  return toConfig(settings, environment, {
    dataDir,
    filesOpenToOthers: restrictAccess(dataDir, toDatabaseUrl(settings, dataDir)),
    ...readOrCreateSecrets(dataDir, settings),
  });
}

/** Reads the settings as they would be with these saved ones, in plain text. Throws ConfigError. */
export function readConfigWith(saved: Record<string, string>): Config {
  return readConfig(process.env, saved);
}

/**
 * Reads the settings as `readConfig` does, and creates and changes no file: for a command that only looks. The secret is
 * empty where the first start is still to create it.
 */
export function inspectConfig(environment: Environment = process.env): Config {
  requireNoComments(environment);
  const dataDir = getDataDir(environment);
  const settings = readSettings(environment, readSaved(environment));
  return toConfig(settings, environment, {
    dataDir,
    filesOpenToOthers: listOpenFiles(dataDir, toDatabaseUrl(settings, dataDir)),
    ...readSecrets(dataDir, settings),
  });
}

/** Where each setting comes from, by the name of its variable. Throws SavedSettingsError when config.json is broken. */
export function listSettingSources(environment: Environment = process.env): Map<string, SettingSource> {
  const given = removeEmptyVariables(environment);
  const saved = readSavedFile(getDataDir(environment)).settings;
  const findSource = (name: string): SettingSource => {
    if (Object.hasOwn(given, name)) return "environment";
    return Object.hasOwn(saved, name) ? "saved" : "default";
  };
  const openId = [...Object.keys(saved), ...Object.keys(given)].filter(isOpenIdVariable);
  const names = ["DATA_DIR", ...Object.keys(settingsSchema.shape), ...openId];
  return new Map(names.map((name) => [name, findSource(name)]));
}

/** The settings of the environment and of config.json, in plain text; a setting that only has a default is left out. */
export function readGivenSettings(
  environment: Environment = process.env,
): Record<string, string | undefined> {
  return { ...readSaved(environment), ...removeEmptyVariables(environment) };
}

/** Where a server listens whose settings cannot be read: as the environment says, else the defaults. */
export function readListenAddress(environment: Environment = process.env): { port: number; host: string } {
  const { PORT, HOST } = removeEmptyVariables(environment);
  const { port, host } = z
    .object({ port: settingsSchema.shape.PORT, host: settingsSchema.shape.HOST })
    .parse({
      port: PORT,
      host: HOST,
    });
  return { port, host };
}

/** Reads the settings that setup has saved, in plain text. */
function readSaved(environment: Environment): Record<string, string> {
  const dataDir = getDataDir(environment);
  const { settings } = readSavedFile(dataDir);
  if (!hasEncrypted(settings)) return settings;
  const given = { ...settings, ...removeEmptyVariables(environment) };
  return decryptSettings(dataDir, settings, readSecrets(dataDir, given));
}

/** Where the product keeps its files: an absolute path. */
export function getDataDir(environment: Environment = process.env): string {
  return resolve(removeEmptyVariables(environment).DATA_DIR ?? "data");
}

function readSettings(environment: Environment, saved: Record<string, string>): Settings {
  const isDevelopment = environment.NODE_ENV === "development";
  // No balancer is in front of it.
  const defaults = isDevelopment ? { DRAIN_DELAY_MS: "0" } : {};
  return parseSettings({ ...defaults, ...saved, ...removeEmptyVariables(environment) });
}

function toDatabaseUrl({ DATABASE_URL }: Settings, dataDir: string): string {
  return DATABASE_URL ?? `sqlite:${join(dataDir, "app.db")}`;
}

function toConfig(
  settings: Settings,
  environment: Environment,
  files: Pick<Config, "dataDir" | "filesOpenToOthers" | "appSecret" | "otherSecrets">,
): Config {
  const storage = readBucketPlace(settings.STORAGE_URL ?? "");
  return {
    ...files,
    host: settings.HOST,
    port: settings.PORT,
    ...getPublicUrl(settings, environment.NODE_ENV === "production"),
    databaseUrl: toDatabaseUrl(settings, files.dataDir),
    databasePool: settings.DATABASE_POOL,
    redisUrl: settings.REDIS_URL ?? null,
    stripe: readStripeKeys(settings),
    identityProviders: [...readKnownProviders(settings), ...settings.openIdProviders],
    offersFreePlan: settings.FREE_PLAN === "on",
    lostDisputeAct: settings.DISPUTE_LOST,
    smtpUrl: settings.SMTP_URL ?? null,
    mailgun: readMailgunKeys(settings),
    mailFrom: settings.MAIL_FROM,
    supportEmail: settings.SUPPORT_EMAIL,
    trustProxyHops: settings.TRUST_PROXY_HOPS,
    logLevel: settings.LOG_LEVEL,
    hasFullIps: settings.LOG_IPS === "full",
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
    storage,
    backups: readBackupSchedule(settings, { dataDir: files.dataDir, hasBucket: storage !== null }),
    processes: readProcessCount(settings),
    drainDelayMs: settings.DRAIN_DELAY_MS,
    isDevelopment: environment.NODE_ENV === "development",
    setupToken: settings.SETUP_TOKEN ?? null,
  };
}

/** The passphrase of the secret in a backup, for commands that run without a terminal. Null when it is not set. */
export function readBackupPassphrase(environment: Environment = process.env): string | null {
  return removeEmptyVariables(environment).BACKUP_PASSPHRASE ?? null;
}

/** The program that has started this command in place of npm, as deploy/groundwork does. */
export function readCommandWrapper(environment: Environment = process.env): string | null {
  return removeEmptyVariables(environment).GROUNDWORK_COMMAND ?? null;
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
