/** What a check of an installation says: whether something is as it should be, and otherwise what to do. */
import type { Config } from "~/config.server";
import type { SettingSource } from "~/domain/setup";

/** `failure`: the product does not work, or is not safe. `warning`: it works, and probably not as intended. */
export type CheckLevel = "ok" | "warning" | "failure";

export interface CheckResult {
  /** What was checked, unique in a run. */
  name: string;
  level: CheckLevel;
  /** What was found, as a sentence. It contains no secret, and no URL that may contain one. */
  finding: string;
  /** What to do, as a sentence; always with a warning or a failure. */
  advice?: string;
}

/** What the checks look at. They change nothing. */
export interface CheckedInstallation {
  config: Config;
  /** By the name of each setting's variable. */
  sources: ReadonlyMap<string, SettingSource>;
  now: Date;
}

export const pass = (name: string, finding: string): CheckResult => ({ name, level: "ok", finding });

export const warn = (name: string, finding: string, advice: string): CheckResult => ({
  name,
  level: "warning",
  finding,
  advice,
});

export const fail = (name: string, finding: string, advice: string): CheckResult => ({
  name,
  level: "failure",
  finding,
  advice,
});

/** The message of an error and of its first cause, without what URLs in it may reveal. */
export function describeCause(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const reason =
    cause instanceof Error && !message.includes(cause.message) ? `${message}: ${cause.message}` : message;
  return reason.replace(/\/\/[^@\s/]*@/g, "//").replace(/\s+/g, " ");
}
