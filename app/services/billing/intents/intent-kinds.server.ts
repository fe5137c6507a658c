/** The kinds of billing intents, and whether the provider has carried one out. */
import type { ProviderSubscription } from "~/gateways/payments/payments";
import type { BillingIntentRow } from "~/models/billing-intent.server";

/** Takes the place of the plan in an intent that is about none. No plan has this id. */
export const NO_PLAN = "none";

export function isCardIntent({ kind }: Pick<BillingIntentRow, "kind">): boolean {
  return kind === "card";
}

/** Whether it requests a subscription, which carries its id. Rows from before there were kinds have none. */
export function isSubscribeIntent({ kind }: Pick<BillingIntentRow, "kind">): boolean {
  return kind === null || kind === "subscribe" || kind === "comp";
}

/** `start` about what the intent changes, when that is not the payment of a subscription. */
export function toOutcome(
  intent: BillingIntentRow,
  subscription: ProviderSubscription,
): ProviderSubscription {
  const isDone = isCarriedOut(intent, subscription);
  if (isDone === null) return subscription;
  return { ...subscription, start: isDone ? { kind: "started", status: "active" } : { kind: "ended" } };
}

/** Null for an intent whose subscription says it by its start. */
function isCarriedOut(
  { kind, endsAt }: BillingIntentRow,
  { cancelAtPeriodEnd, currentPeriodEnd, status }: ProviderSubscription,
): boolean | null {
  switch (kind) {
    case "cancel":
    case "resume":
      return cancelAtPeriodEnd === (kind === "cancel") && status !== "canceled";
    case "extend":
      // The provider counts in seconds.
      return status === "trialing" && endsAt !== null && Number(currentPeriodEnd) >= endsAt.getTime() - 1000;
    case "comp":
      // Its card is missing for a later payment, which it never has.
      return status === "trialing" || status === "active";
    default:
      return null;
  }
}
