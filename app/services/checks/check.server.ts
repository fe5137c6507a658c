/** The result of a check of an installation: whether something is as it should be, and otherwise what to do. */
import type { Config } from "~/config/config.server";
import { toMessage, type KeyedMessage } from "~/domain/messages";
import type { SettingSource } from "~/domain/setup";
import type { Translator } from "~/i18n/translator.server";

/** `failure`: the product does not work, or is not safe. `warning`: it works, and probably not as intended. */
export const CHECK_LEVELS = ["ok", "warning", "failure"] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

/** The names of the checks. Each is at most once in a run. */
export const CHECKS = [
  ...(["node", "disk", "clock", "files", "settings", "secret", "https", "proxies", "domain"] as const),
  ...(["database", "connections", "shared_secret", "payment_events", "redis", "mail", "payments"] as const),
  ...(["usage_reports", "usage_differences", "meter_reports", "networks", "passkeys", "metrics"] as const),
  "pictures",
  ...(["former_secret", "backup", "backup_schedule"] as const),
] as const;
type CheckName = (typeof CHECKS)[number];

export interface CheckResult {
  check: CheckName;
  level: CheckLevel;
  /** A sentence that contains no secret, and no URL that may contain one. */
  finding: KeyedMessage;
  /** The remedy, as a sentence; always with a warning or a failure. */
  advice?: KeyedMessage;
}

/** A result in the reader's language. */
export interface CheckText {
  name: string;
  level: CheckLevel;
  finding: string;
  advice?: string;
}

/** The installation that the checks look at. They change nothing. */
export interface CheckedInstallation {
  config: Config;
  /** By the name of each setting's variable. */
  sources: ReadonlyMap<string, SettingSource>;
  now: Date;
}

export const pass = (check: CheckName, finding: KeyedMessage): CheckResult => ({
  check,
  level: "ok",
  finding,
});

export const warn = (check: CheckName, finding: KeyedMessage, advice: KeyedMessage): CheckResult => ({
  check,
  level: "warning",
  finding,
  advice,
});

export const fail = (check: CheckName, finding: KeyedMessage, advice: KeyedMessage): CheckResult => ({
  check,
  level: "failure",
  finding,
  advice,
});

/** The one way in which the command, the wizard and mission control write a result. */
export function toCheckText(
  { check, level, finding, advice }: CheckResult,
  { t, message }: Pick<Translator, "t" | "message">,
): CheckText {
  const text = { name: t(`checks:name.${check}`), level, finding: message(finding) };
  return advice === undefined ? text : { ...text, advice: message(advice) };
}

/** The message of an error and of its first cause, without what URLs in it may reveal. */
export function describeCause(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const reason =
    cause instanceof Error && !message.includes(cause.message) ? `${message}: ${cause.message}` : message;
  return removeCredentials(reason).replace(/\s+/g, " ");
}

/** Returns an error's words as a finding. A driver's words are technical, and in English. */
export function toReason(error: unknown): KeyedMessage {
  return toMessage("checks:reason", { reason: describeCause(error) });
}

/** A URL of a service may contain its user and password. */
export function removeCredentials(text: string): string {
  return text.replace(/\/\/[^@\s/]*@/g, "//");
}
