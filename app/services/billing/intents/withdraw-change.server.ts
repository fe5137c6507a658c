/**
 * Taking back a change of plan that was not paid. The provider cannot hold a card for such a change, so a new card is
 * selected before it, and the card from before has to pay again when nothing comes of it
 * (docs/decisions/0065-a-new-card-waits-with-its-change.md).
 */
import { AppError } from "~/domain/errors";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import { claimWaitingIntent, findIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import type { Store } from "~/models/store/store";
import type { App } from "~/services/platform/app.server";
import { minutes } from "~/domain/limits";
import { runLeased } from "./intent-lease.server";
import { createInProgressError, failIntent } from "./intents.server";

/** How long before a renewal such a change is withdrawn: a few runs of its job, because its card must not be charged. */
const PENDING_CHANGE_ENDS_BEFORE_MS = minutes(3);

type Parts = Pick<App, "store" | "payments" | "log">;

/** A change that waits for its user, as the provider has it. Null for any other intent, and when the provider has it not. */
export async function findWaitingChange(
  { payments }: Pick<App, "payments">,
  { kind, status, providerId, planId }: BillingIntentRow,
): Promise<ProviderSubscription | null> {
  if (kind !== "change" || status !== "needs_action" || providerId === null) return null;
  return payments.findChange({ subscriptionId: providerId, planId });
}

/**
 * Whether nothing will come of a waiting change: the provider has discarded it, its payment was declined, or the next
 * renewal is near, which the new card must not be charged for.
 */
export function hasLapsed({ start, currentPeriodEnd }: ProviderSubscription, now: Date): boolean {
  if (start.kind === "ended" || start.kind === "refused") return true;
  const left = currentPeriodEnd === null ? Infinity : currentPeriodEnd.getTime() - now.getTime();
  return start.kind === "needs_action" && left <= PENDING_CHANGE_ENDS_BEFORE_MS;
}

/**
 * Ends the change if it waits for its user and nothing will come of it. False when it stays, and while another request
 * works on it. Throws unavailable.
 */
export async function endLapsedChange(app: Parts, intent: BillingIntentRow): Promise<boolean> {
  const found = await findWaitingChange(app, intent);
  if (!found || !hasLapsed(found, new Date())) return false;
  try {
    return (await withdrawChange(app, intent, found)) === null;
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return false;
    throw error;
  }
}

/**
 * Withdraws a change at the provider, lets the card from before pay again, and closes the intent. Returns null then, and
 * the subscription when the change was paid in the meantime. Throws conflict while another request does the same.
 */
export async function withdrawChange(
  app: Parts,
  intent: BillingIntentRow,
  subscription: Pick<ProviderSubscription, "id" | "customerId">,
): Promise<ProviderSubscription | null> {
  const withdraw = async () => {
    const { id: subscriptionId } = subscription;
    await app.payments.withdrawChange(subscriptionId);
    const after = await app.payments.findChange({ subscriptionId, planId: intent.planId });
    if (after?.start.kind === "started") return after;
    await restoreCard(app, intent, subscription);
    await failIntent(app.store, intent, subscriptionId);
    return null;
  };
  // A request that is running works on its own intent, and a crashed one's has been taken over.
  if (intent.status === "started") return withdraw();
  return runLeased(app.store, await claimIntent(app.store, intent), withdraw);
}

/** From here on the user's other requests wait, and after a crash the recovery does the same again. */
async function claimIntent(store: Store, intent: BillingIntentRow): Promise<BillingIntentRow> {
  const claimed = await claimWaitingIntent(store, intent);
  if (!claimed) throw createInProgressError();
  return claimed;
}

/** Does nothing for a change without a new card, and for one that was paid. */
export async function restoreCard(
  { store, payments, log }: Parts,
  { id, accountId }: Pick<BillingIntentRow, "accountId" | "id">,
  { id: subscriptionId, customerId }: Pick<ProviderSubscription, "id" | "customerId">,
): Promise<void> {
  const intent = await findIntent(store, { accountId, id });
  if (!intent || intent.status === "done") return;
  const { cardId, formerCardId } = intent;
  if (cardId === null && formerCardId === null) return;
  if (await payments.restoreCard({ customerId, subscriptionId, cardId, formerCardId })) return;
  log.warn(
    { account: accountId, intent: id },
    "the card from before a change of plan is gone: the new one pays",
  );
}
