/** What a billing intent is for. */
import type { BillingIntentRow } from "~/models/billing-intent.server";

/** Takes the place of the plan in an intent that is about none. No plan has this id. */
export const NO_PLAN = "none";

export function isCardIntent({ kind }: Pick<BillingIntentRow, "kind">): boolean {
  return kind === "card";
}

/** Whether it requests a subscription, which carries its id. Rows from before there were kinds have none. */
export function isSubscribeIntent({ kind }: Pick<BillingIntentRow, "kind">): boolean {
  return kind === null || kind === "subscribe";
}
