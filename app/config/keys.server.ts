/** The keys of outside services among the settings: of the payment provider and of Mailgun. */
import type { PaymentMode } from "~/domain/setup-choices";

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  /** Null with test keys only: no event can be verified then, and each is refused. */
  webhookSecret: string | null;
  /** Of the endpoint of the meter's reports; null: they are refused, and the daily comparison alone finds what is missing. */
  meterWebhookSecret: string | null;
  /** A base URL that replaces Stripe's own, for tests. */
  apiBase: string | null;
  /** Whether Stripe works out the tax of each invoice. */
  automaticTax: boolean;
  /** Whether taxes are added to the plans' prices, or included. */
  taxBehavior?: "exclusive" | "inclusive";
  /** What the plans are to Stripe Tax; undefined for software as a service. */
  taxCode?: string;
}

export interface MailgunKeys {
  apiKey: string;
  domain: string;
  /** The region's host. */
  host: string;
  /** A base URL that replaces Mailgun's own, for tests. */
  apiBase: string | null;
}

/** A setting that cannot be used. The message names the variable or the file. */
export class ConfigError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ConfigError";
  }
}

/** The settings about the payment provider, each valid on its own. */
interface StripeSettings extends Partial<
  Record<`STRIPE_${"" | "TEST_" | "LIVE_"}${KeyKind}`, string | undefined>
> {
  STRIPE_MODE?: PaymentMode;
  /** Of the mode in use. */
  STRIPE_METER_WEBHOOK_SECRET?: string;
  STRIPE_API_BASE?: string;
  STRIPE_AUTOMATIC_TAX: "on" | "off";
  STRIPE_TAX_BEHAVIOR?: "exclusive" | "inclusive";
  STRIPE_TAX_CODE?: string;
}

/**
 * Null without keys. Throws ConfigError when some are missing, or belong to different modes. Only STRIPE_MODE=test may come
 * without a webhook's secret: the three variables without a mode are for a product that serves.
 */
export function readStripeKeys(given: StripeSettings): StripeKeys | null {
  const settings = selectMode(given);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings;
  if (!secretKey && !publishableKey) {
    if (settings.STRIPE_WEBHOOK_SECRET)
      throw new ConfigError("STRIPE_SECRET_KEY is missing beside STRIPE_WEBHOOK_SECRET");
    return null;
  }
  if (!secretKey) throw new ConfigError("STRIPE_SECRET_KEY is missing beside STRIPE_PUBLISHABLE_KEY");
  if (!publishableKey) throw new ConfigError("STRIPE_PUBLISHABLE_KEY is missing beside STRIPE_SECRET_KEY");
  const { STRIPE_WEBHOOK_SECRET: webhookSecret = null } = settings;
  if (webhookSecret === null && !isTestMode(given))
    throw new ConfigError("STRIPE_WEBHOOK_SECRET is missing beside STRIPE_SECRET_KEY");
  requireOneMode(secretKey, publishableKey);
  const apiBase = settings.STRIPE_API_BASE ?? null;
  if (apiBase !== null && isLiveKey(secretKey)) {
    throw new ConfigError(
      "STRIPE_API_BASE is for tests, and would send a live key to another server: remove it, or use test keys",
    );
  }
  const automaticTax = settings.STRIPE_AUTOMATIC_TAX === "on";
  const meterWebhookSecret = settings.STRIPE_METER_WEBHOOK_SECRET ?? null;
  const { STRIPE_TAX_BEHAVIOR: taxBehavior, STRIPE_TAX_CODE: taxCode } = settings;
  return {
    ...{ secretKey, publishableKey, webhookSecret, meterWebhookSecret, apiBase },
    ...{ automaticTax, taxBehavior, taxCode },
  };
}

const KEY_KINDS = ["SECRET_KEY", "PUBLISHABLE_KEY", "WEBHOOK_SECRET"] as const;
type KeyKind = (typeof KEY_KINDS)[number];

/** The settings with the keys of the mode in use. Keys that are set without a mode win. */
function selectMode(settings: StripeSettings): StripeSettings {
  const { STRIPE_MODE: mode } = settings;
  if (isSetAlone(settings) || mode === undefined || mode === "sandbox") return settings;
  const prefix = mode === "test" ? "STRIPE_TEST" : "STRIPE_LIVE";
  const needed = KEY_KINDS.filter((kind) => mode === "live" || kind !== "WEBHOOK_SECRET");
  const missing = needed.find((kind) => !settings[`${prefix}_${kind}`]);
  if (missing) throw new ConfigError(`${prefix}_${missing} is missing beside STRIPE_MODE=${mode}`);
  return {
    ...settings,
    ...Object.fromEntries(KEY_KINDS.map((kind) => [`STRIPE_${kind}`, settings[`${prefix}_${kind}`]])),
  };
}

/** Keys without a mode, which win over those of both modes. */
function isSetAlone(settings: StripeSettings): boolean {
  return KEY_KINDS.some((kind) => settings[`STRIPE_${kind}`]);
}

function isTestMode(given: StripeSettings): boolean {
  return given.STRIPE_MODE === "test" && !isSetAlone(given);
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

interface MailgunSettings {
  MAILGUN_API_KEY?: string;
  MAILGUN_DOMAIN?: string;
  MAILGUN_HOST: string;
  MAILGUN_API_BASE?: string;
}

/** Null without a key. Throws ConfigError when the domain is missing. */
export function readMailgunKeys(settings: MailgunSettings): MailgunKeys | null {
  const { MAILGUN_API_KEY: apiKey, MAILGUN_DOMAIN: domain, MAILGUN_HOST: host } = settings;
  if (!apiKey && !domain) return null;
  if (!apiKey) throw new ConfigError("MAILGUN_API_KEY is missing beside MAILGUN_DOMAIN");
  if (!domain) throw new ConfigError("MAILGUN_DOMAIN is missing beside MAILGUN_API_KEY");
  return { apiKey, domain, host, apiBase: settings.MAILGUN_API_BASE ?? null };
}

/** Whether a key of the payment provider moves real money. */
export function isLiveKey(key: string): boolean {
  return /^[a-z]+_live_/.test(key);
}
