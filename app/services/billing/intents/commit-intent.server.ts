/** Writes the started subscription of a billing intent. */
import type { ProviderSubscription } from "~/gateways/payments/payments";
import { lockAccount } from "~/models/account.server";
import { closeIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import type { Store } from "~/models/store/store";
import { findSubscription, saveSubscription, type SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import type { Secrets } from "~/crypto/secrets.server";
import { queueMail } from "~/services/platform/mail/outbox.server";
import { endOverLimit } from "~/services/platform/member-limit.server";
import { preparePlanMail, type PlanMail } from "../mails/plan-mails.server";
import { recordPlanChange } from "./billing-events.server";

/** The data for `commitIntent`, read before the transaction, which would lock every row that it reads. */
interface Commitment {
  intent: BillingIntentRow;
  subscription: ProviderSubscription;
  mail: PlanMail | null;
}

/**
 * Saves the started subscription and queues its mail, once for each intent however often this is called. Must run in a
 * transaction. False when the intent is no longer open; then nothing is written.
 */
export async function commitIntent(
  store: Store,
  secrets: Secrets,
  { intent, subscription, mail }: Commitment,
): Promise<boolean> {
  // First, as every change of the members does.
  await lockAccount(store, { id: intent.accountId });
  if (!(await closeIntent(store, intent, { status: "done", providerId: subscription.id }))) return false;
  const planColumns = toPlanColumns(
    intent,
    intent.kind === "comp" ? await findSubscription(store, intent) : null,
  );
  await recordPlanChange(store, { accountId: intent.accountId, ...planColumns });
  await saveSubscription(store, intent, {
    customerId: subscription.customerId,
    ...toSubscriptionColumns(subscription),
    ...planColumns,
  });
  await endOverLimit(store, intent);
  if (mail) await queueMail(store, secrets, mail);
  return true;
}

/** Reads what `commitIntent` needs. */
export async function prepareCommitment(
  app: Pick<App, "store" | "config" | "secrets" | "payments">,
  found: { intent: BillingIntentRow; subscription: ProviderSubscription },
): Promise<Commitment> {
  return { ...found, mail: await preparePlanMail(app, found) };
}

/** Returns the columns that the intent changes. */
function toPlanColumns(
  { kind, planId }: BillingIntentRow,
  before: SubscriptionRow | null,
): { planId?: string | null; nextPlanId?: string | null } {
  switch (kind) {
    case "extend":
      return {};
    case "comp":
      // The free plan follows again. A paid one that has ended has a subscription.
      return { planId, nextPlanId: before?.providerId === null ? before.planId : null };
    case "cancel":
      return { nextPlanId: planId };
    case "resume":
      return { nextPlanId: null };
    default:
      return { planId, nextPlanId: null };
  }
}

/**
 * The columns that are copied from the provider. The plan is the one that it bills, so that a change counts which was
 * paid while no request waited for it.
 */
export function toSubscriptionColumns(subscription: ProviderSubscription) {
  const {
    id: providerId,
    planId,
    status,
    seats,
    cancelAtPeriodEnd,
    currentPeriodStart,
    currentPeriodEnd,
    currency,
  } = subscription;
  return {
    providerId,
    ...(planId !== null && { planId }),
    status,
    seats,
    cancelAtPeriodEnd,
    ...(!cancelAtPeriodEnd && { nextPlanId: null }),
    currentPeriodStart,
    currentPeriodEnd,
    currency,
  };
}
