/** The settings by the names of their variables: what each may be, and its default. */
import * as z from "zod";
import {
  RETENTION_DEFAULT_DAYS,
  RETENTION_MAX_DAYS,
  type Retention,
  seconds,
  minutes,
} from "~/domain/limits";
import { LOST_DISPUTE_ACTS } from "~/domain/disputes";
import { MAILGUN_HOSTS, PAYMENT_MODES } from "~/domain/setup-choices";
import { DEFAULT_SENDER, DEFAULT_SUPPORT_EMAIL } from "~/domain/default-emails";
import { DATABASE_POOL_DEFAULT, DATABASE_POOL_MIN } from "~/domain/processes";
import { backupSettings } from "./backups.server";
import type { IdentityProviderSettings } from "~/gateways/identity-providers/identity-provider";
import { identityProviderSettings, isOpenIdVariable, readOpenIdProviders } from "./identity-providers.server";
import { ConfigError } from "./keys.server";
import { storageSettings } from "./storage.server";

const METRICS_TOKEN_MIN_LENGTH = 32;
/** How many processes one host may start. */
const PROCESSES_MAX = 64;
const DATABASE_POOL_MAX = 500;
/**
 * How long a process that leaves goes on accepting: longer than two rounds of a balancer that asks for its health every two
 * seconds.
 */
const DRAIN_DELAY_DEFAULT_MS = seconds(5);
const DRAIN_DELAY_MAX_MS = minutes(1);
/** A shorter SETUP_TOKEN could be guessed. In characters. */
const SETUP_TOKEN_MIN_LENGTH = 32;

const createRetentionRule = (kind: keyof Retention) =>
  z.coerce.number().int().min(1).max(RETENTION_MAX_DAYS).default(RETENTION_DEFAULT_DAYS[kind]);

const secretRule = z.string().min(32, "must have at least 32 characters").optional();

/** The keys of one mode, as setup saves them. */
function createModeRules<Mode extends "test" | "live">(mode: Mode) {
  const createRule = (pattern: RegExp, start: string) =>
    z.string().regex(pattern, `must start with ${start}`).optional();
  const prefix = `STRIPE_${mode.toUpperCase()}` as `STRIPE_${Uppercase<Mode>}`;
  return {
    [`${prefix}_SECRET_KEY`]: createRule(new RegExp(`^(sk|rk)_${mode}_`), `sk_${mode}_`),
    [`${prefix}_PUBLISHABLE_KEY`]: createRule(new RegExp(`^pk_${mode}_`), `pk_${mode}_`),
    [`${prefix}_WEBHOOK_SECRET`]: createRule(/^whsec_/, "whsec_"),
  } as Record<
    `STRIPE_${Uppercase<Mode>}_${"SECRET_KEY" | "PUBLISHABLE_KEY" | "WEBHOOK_SECRET"}`,
    ReturnType<typeof createRule>
  >;
}

/**
 * Node prints a URL that Sequelize cannot parse, with its password. A file's name need not be encoded, and MongoDB's driver
 * parses its own, which may have several hosts.
 */
const isParsed = (url: string) => /^(sqlite|mongodb)/.test(url) || URL.canParse(url);
/** Oracle's driver would only say that the database does not answer. */
const hasUser = (url: string) => URL.canParse(url) && new URL(url).username !== "";

export const settingsSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z
    .string()
    .regex(
      /^(sqlite|postgres|postgresql|mysql|mariadb|mssql|oracle|mongodb(\+srv)?):/,
      "must start with a known scheme",
    )
    .refine(isParsed, "must be a URL, in which special characters of the password are encoded: %40 for @")
    .refine(
      (url) => !url.startsWith("oracle:") || hasUser(url),
      "must contain a user: oracle://user:password@host:1521/service",
    )
    .optional(),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(DATABASE_POOL_MIN)
    .max(DATABASE_POOL_MAX)
    .default(DATABASE_POOL_DEFAULT),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, "must start with redis:// or rediss://")
    .optional(),
  APP_SECRET: secretRule,
  /** Reads what it has encrypted and signed, and writes nothing. */
  APP_SECRET_PREVIOUS: secretRule,
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
  STRIPE_METER_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, "must start with whsec_: it is shown with the event destination, and is no API key")
    .optional(),
  /** Which of the pairs below are in use. The three settings above win over it. */
  STRIPE_MODE: z.enum(PAYMENT_MODES).optional(),
  ...createModeRules("test"),
  ...createModeRules("live"),
  STRIPE_API_BASE: z.url().optional(),
  STRIPE_AUTOMATIC_TAX: z.enum(["on", "off"]).default("off"),
  STRIPE_TAX_BEHAVIOR: z.enum(["exclusive", "inclusive"]).default("exclusive"),
  STRIPE_TAX_CODE: z
    .string()
    .regex(/^txcd_\d{8}$/, "must be one of Stripe's tax codes, such as txcd_10103001")
    .optional(),
  ...identityProviderSettings,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
    .optional(),
  MAILGUN_API_KEY: z.string().optional(),
  MAILGUN_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, "must be a domain alone, as mg.example.com")
    .optional(),
  MAILGUN_HOST: z.enum(MAILGUN_HOSTS).default(MAILGUN_HOSTS[0]),
  MAILGUN_API_BASE: z
    .string()
    .regex(
      /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\/?$/,
      "is for tests: it must be a URL of this machine",
    )
    .optional(),
  MAIL_FROM: z.string().min(3).default(DEFAULT_SENDER),
  DISPUTE_LOST: z.enum(LOST_DISPUTE_ACTS).default("notify"),
  FREE_PLAN: z.enum(["on", "off"]).default("on"),
  SUPPORT_EMAIL: z.email().default(DEFAULT_SUPPORT_EMAIL),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  RETENTION_EVENTS_DAYS: createRetentionRule("events"),
  RETENTION_FEEDBACK_DAYS: createRetentionRule("feedback"),
  RETENTION_AUDITS_DAYS: createRetentionRule("audits"),
  RETENTION_UNVERIFIED_USERS_DAYS: createRetentionRule("unverifiedUsers"),
  RETENTION_DEAD_MAILS_DAYS: createRetentionRule("deadMails"),
  WEBHOOKS_TO_PRIVATE_NETWORKS: z.enum(["on", "off"]).default("off"),
  METRICS_TOKEN: z
    .string()
    .min(METRICS_TOKEN_MIN_LENGTH, `must have at least ${METRICS_TOKEN_MIN_LENGTH} characters`)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  ...backupSettings,
  ...storageSettings,
  SETUP_TOKEN: z
    .string()
    .min(SETUP_TOKEN_MIN_LENGTH, `must have at least ${SETUP_TOKEN_MIN_LENGTH} characters`)
    .optional(),
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(DRAIN_DELAY_MAX_MS).default(DRAIN_DELAY_DEFAULT_MS),
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(PROCESSES_MAX).default(1),
  LOG_IPS: z.enum(["short", "full"]).default("short"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

export interface Settings extends z.output<typeof settingsSchema> {
  /** The OpenID Connect providers that the settings name. */
  openIdProviders: IdentityProviderSettings[];
}

/** Throws ConfigError with what is wrong with each of them. */
export function parseSettings(values: Record<string, string | undefined>): Settings {
  const parsed = settingsSchema.safeParse(values);
  if (parsed.success) return { ...parsed.data, openIdProviders: readOpenIdProviders(values) };
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new ConfigError(`These settings cannot be used. ${faults.join("; ")}`, parsed.error);
}

/** Settings that are read apart from the others. */
const READ_APART = ["DATA_DIR", "BACKUP_PASSPHRASE"];
const COMMENT = /\s#(\s|$)/;

/**
 * systemd takes a comment behind a value for a part of it, and a secret would be another one than it looks. Throws
 * ConfigError with the names, and no value.
 */
export function requireNoComments(environment: Record<string, string | undefined>): void {
  const openId = Object.keys(environment).filter(isOpenIdVariable);
  const names = [...READ_APART, ...Object.keys(settingsSchema.shape), ...openId];
  const faults = names.filter((name) => COMMENT.test(environment[name] ?? ""));
  if (faults.length === 0) return;
  throw new ConfigError(
    `${faults.join(", ")}: a comment behind a value is taken for a part of it: put it on a line of its own, ` +
      'and leave out " # " in the value',
  );
}
