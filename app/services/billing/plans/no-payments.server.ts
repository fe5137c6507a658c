/** An installation under a public URL without the payment provider's keys: its sandbox is for this machine alone. */
import type { Config } from "~/config/config.server";

/** For operators: at the start, and by the commands that need the provider. */
export const NO_PAYMENTS =
  "No one can pay: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing";

export function hasPayments({ stripe, isLocal }: Pick<Config, "stripe" | "isLocal">): boolean {
  return stripe !== null || isLocal;
}
