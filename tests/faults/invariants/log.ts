/** Whether what the product has printed contains a secret. */
import { PASSWORD } from "../../support/clients";
import type { Facts } from "../traffic/traffic";

/** Tokens of every kind, hashes of passwords, and the provider's secret keys. */
const SECRETS =
  /\b(?:ses|scr|ver|mag|rst|inv|imp|otp|soc|dev)_[\w-]{20,}|\$argon2|\bgw_(?:test_)?[\w-]{20,}|\b[sr]k_(?:test|live)_\w+|whsec_\w+/g;

/** Returns the secrets of the output, each with its beginning only. */
export function findSecrets(output: string, facts: Facts, settings: readonly string[]): string[] {
  const known = [PASSWORD, ...settings, ...facts.secrets].filter((secret) => secret.length > 5);
  const found = [...(output.match(SECRETS) ?? []), ...known.filter((secret) => output.includes(secret))];
  return [...new Set(found)].map((secret) => `the log contains ${secret.slice(0, 8)}…`);
}
