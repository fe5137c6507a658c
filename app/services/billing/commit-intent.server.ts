/** Writes the started subscription of a billing intent. */
import { paths } from "~/domain/paths";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import { closeIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import { findOwner } from "~/models/membership.server";
import { findPlan } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { saveSubscription } from "~/models/subscription.server";
import { findUser } from "~/models/user.server";
import type { App } from "../platform/app.server";
import type { Secrets } from "../platform/crypto/secrets.server";
import { queueMail, type QueuedMail } from "../platform/mail/outbox.server";

/** What `commitIntent` writes. It is read before the transaction, which would lock every row that it reads. */
export interface Commitment {
  intent: BillingIntentRow;
  subscription: ProviderSubscription;
  /** Null when the account has no owner at this moment, so that there is no recipient. */
  mail: QueuedMail<"subscription_started"> | null;
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
  if (!(await closeIntent(store, intent, { status: "done", providerId: subscription.id }))) return false;
  await saveSubscription(store, intent, {
    planId: intent.planId,
    customerId: subscription.customerId,
    ...toSubscriptionColumns(subscription),
  });
  if (mail) await queueMail(store, secrets, mail);
  return true;
}

/** Reads what `commitIntent` needs. */
export async function prepareCommitment(
  { store, config }: Pick<App, "store" | "config">,
  { intent, subscription }: { intent: BillingIntentRow; subscription: ProviderSubscription },
): Promise<Commitment> {
  const plan = await findPlan(store, { id: intent.planId });
  const membership = await findOwner(store, intent);
  const owner = membership && (await findUser(store, { id: membership.userId }));
  if (!plan || !owner) return { intent, subscription, mail: null };
  const { name: planName, currency, interval } = plan;
  const amountMinor = plan.priceMinor * subscription.seats;
  const link = `${config.appUrl}${paths.billing}`;
  return {
    intent,
    subscription,
    mail: {
      template: "subscription_started",
      to: owner.email,
      locale: owner.locale,
      values: { name: owner.name, plan: planName, amountMinor, currency, interval, link },
    },
  };
}

/** The columns that are copied from the provider. */
export function toSubscriptionColumns(subscription: ProviderSubscription) {
  const {
    id: providerId,
    status,
    seats,
    cancelAtPeriodEnd,
    currentPeriodStart,
    currentPeriodEnd,
  } = subscription;
  return { providerId, status, seats, cancelAtPeriodEnd, currentPeriodStart, currentPeriodEnd };
}
