/** The steps of setup, and the settings that each of them shows and saves. */
import { KNOWN_IDENTITY_PROVIDER_IDS } from "./identity-providers";
import { listKeySettings } from "./identity-provider-settings";
import { seconds } from "./limits";

export const SETUP_STEPS = [
  "welcome",
  "database",
  "payments",
  "mail",
  "domain",
  "authentication",
  "finish",
] as const;

export type SetupStep = (typeof SETUP_STEPS)[number];

/** The 1-based number of a step, as `?page` has it. */
export function getStepNumber(step: SetupStep): number {
  return SETUP_STEPS.indexOf(step) + 1;
}

/** The settings of each step by the names of their variables, in the order in which they are shown. */
export const STEP_SETTINGS = {
  welcome: [],
  database: ["DATABASE_URL"],
  payments: [
    "STRIPE_MODE",
    ...["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"],
    ...["STRIPE_TEST_SECRET_KEY", "STRIPE_TEST_PUBLISHABLE_KEY", "STRIPE_TEST_WEBHOOK_SECRET"],
    ...["STRIPE_LIVE_SECRET_KEY", "STRIPE_LIVE_PUBLISHABLE_KEY", "STRIPE_LIVE_WEBHOOK_SECRET"],
    "FREE_PLAN",
  ],
  mail: ["MAILGUN_API_KEY", "MAILGUN_DOMAIN", "MAILGUN_HOST", "SMTP_URL", "MAIL_FROM"],
  domain: ["APP_URL", "SUPPORT_EMAIL", "TRUST_PROXY_HOPS"],
  authentication: [
    ...KNOWN_IDENTITY_PROVIDER_IDS.flatMap((id) =>
      listKeySettings(id).map((setting) => `${id.toUpperCase()}_${setting}`),
    ),
  ],
  finish: [],
} as const satisfies Record<SetupStep, readonly string[]>;

const SECRET_URLS = new Set(["DATABASE_URL", "REDIS_URL", "SMTP_URL"]);

/** Whether a setting may never be shown, and is encrypted where it is saved. The URLs contain passwords. */
export function isSecretSetting(name: string): boolean {
  return SECRET_URLS.has(name) || /SECRET|TOKEN|API_KEY|PRIVATE_KEY|PASSWORD/.test(name);
}

/** The databases that setup offers, by the names of their clients; `embedded` is SQLite in the data folder. */
export const DATABASE_CLIENTS = [
  "embedded",
  "mysql2",
  "postgres",
  "mongo",
  "mssql",
  "oracle",
  "sqlite3",
] as const;
export type DatabaseClient = (typeof DATABASE_CLIENTS)[number];
export const DATABASE_CLIENT_DEFAULT: DatabaseClient = "mysql2";

/** The names of those that are servers, which are the same in every language. */
export const DATABASE_SERVERS = {
  mysql2: "MySQL / MariaDB",
  postgres: "PostgreSQL",
  mongo: "MongoDB",
  mssql: "SQL Server",
  oracle: "Oracle",
} as const satisfies Partial<Record<DatabaseClient, string>>;

export type DatabaseServer = keyof typeof DATABASE_SERVERS;

export function isDatabaseServer(client: DatabaseClient): client is DatabaseServer {
  return Object.hasOwn(DATABASE_SERVERS, client);
}

/** Where a setting comes from; the first that has it wins. */
export type SettingSource = "environment" | "saved" | "default";

/** A setting as setup shows it. */
export interface SettingView {
  name: string;
  source: SettingSource;
  is_set: boolean;
  is_secret: boolean;
  /** Null for a secret, and for a setting without a value. */
  value: string | null;
  /** The last four characters of a secret that is a key; null for any other. */
  ending: string | null;
}

/** `failure`: it would not work. `warning`: it can be saved after a confirmation. */
export const SETUP_LEVELS = ["ok", "warning", "failure"] as const;
export type SetupLevel = (typeof SETUP_LEVELS)[number];

/** A finding of one test of a step, as a message in the reader's language. */
export interface SetupFinding {
  level: SetupLevel;
  message: string;
  /** The field of the form that was tested; missing when it is no single one. */
  field?: string;
}

/** The answer of a step's form, for the page and for the API. */
export interface SetupOutcome {
  /** Whether the settings have been saved and are in use. */
  saved: boolean;
  /** The worst of the findings. */
  level: SetupLevel;
  findings: SetupFinding[];
  /** The revision to send with the next attempt. */
  revision: number;
}

/** The worst of several levels; ok without any. */
export function getWorstLevel(levels: readonly SetupLevel[]): SetupLevel {
  if (levels.includes("failure")) return "failure";
  return levels.includes("warning") ? "warning" : "ok";
}

/** A step as the page and the API show it. */
export interface SetupStepView {
  settings: SettingView[];
  /** When it was last tested, as ISO 8601, and with what result; null before the first test. */
  test: { at: string; level: SetupLevel } | null;
}

/** The webhook of the payment provider, as the page and the API show it. */
export interface WebhookState {
  /** To enter at the provider. */
  url: string;
  /** Whether the provider is in use; the sandbox needs no address. */
  is_expected: boolean;
  /** Of the newest event since the last test, as ISO 8601; null before the first. */
  last_event_at: string | null;
}

/** A saved SMTP server, as the form of the mail provider shows it. */
export interface SmtpView {
  host: string;
  port: number;
  user: string;
}

/** A step in the list of the last one. */
export interface FinishPart {
  step: SetupStep;
  /** The choice that is in use now, in the reader's language. */
  inUse: string;
  /** It replaces a service that customers need. */
  isStandIn: boolean;
}

/** A setting among all of them, for mission control. */
export interface SettingInUse extends SettingView {
  /** The last test of the step that it belongs to; null when it was not tested. */
  test: SetupStepView["test"];
}

/** The answer of an identity provider that the operator has tried. */
export type IdentityProviderTrial =
  | { provider: string; outcome: "ok"; name: string; email: string | null }
  | { provider: string; outcome: "denied" | "forged" | "failed"; detail: string };

/** How long a test of setup and a check of `npm run doctor` wait for a server that is not the product's. */
export const PROBE_TIMEOUT_MS = seconds(5);
/** A host name: RFC 1035, section 2.3.4. In characters. */
export const HOST_MAX_LENGTH = 253;
/** Keys of other services are shorter. In characters. */
export const SERVICE_KEY_MAX_LENGTH = 300;
