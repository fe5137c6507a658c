/** The mail about what a billing intent has done to the account's plan. */
import type { ProviderSubscription } from "~/gateways/payments/payments";
import type { BillingIntentRow } from "~/models/billing-intent.server";
import { findPlan, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { findSubscription, type SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import type { QueuedMail } from "~/services/platform/mail/outbox.server";
import { findExcess } from "~/services/platform/member-limit.server";
import {
  createPlanUpdatedMail,
  createSubscriptionStartedMail,
  type MailedCharges,
  type PlanChange,
} from "./billing-mails.server";
import { prepareBillingMail } from "./billing-recipient.server";
import { findNextPayment } from "./next-payment.server";

export type PlanMail = QueuedMail<"subscription_started"> | QueuedMail<"plan_updated">;

/** Null when there is nothing to say, and when no one gets it. Runs before the intent is written. */
export async function preparePlanMail(
  app: Pick<App, "store" | "config" | "secrets" | "payments">,
  { intent, subscription }: { intent: BillingIntentRow; subscription: ProviderSubscription },
): Promise<PlanMail | null> {
  const { store } = app;
  const { appUrl } = app.config;
  const row = await findSubscription(store, intent);
  const account = row ?? { id: intent.accountId };
  const charges = await findCharges(app, { intent, subscription });
  if (isStart(intent)) {
    const plan = await findPlan(store, { id: intent.planId });
    return (
      plan &&
      prepareBillingMail(app, account, (recipient) =>
        createSubscriptionStartedMail({ recipient, appUrl, plan, subscription, charges }),
      )
    );
  }
  const update = await findUpdate(store, { intent, row });
  if (!update) return null;
  const { seats, currentPeriodEnd: periodEnd } = subscription;
  return prepareBillingMail(app, account, (recipient) =>
    createPlanUpdatedMail({ recipient, appUrl, key: intent.id, ...update, seats, periodEnd, charges }),
  );
}

async function findCharges(
  app: Pick<App, "payments">,
  { intent, subscription }: { intent: BillingIntentRow; subscription: ProviderSubscription },
): Promise<MailedCharges> {
  const { id: subscriptionId, customerId, latestPaidMinor } = subscription;
  if (intent.kind === "cancel" || intent.kind === "comp")
    return { chargedMinor: null, nextPaymentMinor: null };
  const isCharged = intent.kind !== "resume" && intent.kind !== "extend";
  const chargedMinor = isCharged ? latestPaidMinor : null;
  return { chargedMinor, nextPaymentMinor: await findNextPayment(app, { customerId, subscriptionId }) };
}

/** Whether the intent starts a subscription, and does not change one. */
function isStart({ kind }: BillingIntentRow): boolean {
  return kind === null || kind === "subscribe";
}

/** The plan that the account has then, and what has changed. */
async function findUpdate(
  store: Store,
  { intent, row }: { intent: BillingIntentRow; row: SubscriptionRow | null },
): Promise<{ plan: PlanRow; change: PlanChange } | null> {
  const [chosen, current] = [await find(store, intent.planId), await find(store, row?.planId)];
  switch (intent.kind) {
    case "change": {
      // An event may have written the new plan already.
      const previous = current?.id === intent.planId ? null : current;
      return chosen && { plan: chosen, change: { kind: "changed", previous } };
    }
    case "cancel": {
      const overLimit = await findExcess(store, { accountId: intent.accountId, plan: chosen });
      return current && { plan: current, change: { kind: "ends", next: chosen, overLimit } };
    }
    case "resume":
      return current && { plan: current, change: { kind: "resumed" } };
    case "extend":
      return chosen && { plan: chosen, change: { kind: "extended" } };
    case "comp":
      return chosen && { plan: chosen, change: await describeGift(store, { chosen, current, row }) };
    default:
      return null;
  }
}

/** The plan that the account had before follows the given one; an event may have written the given one already. */
async function describeGift(
  store: Store,
  { chosen, current, row }: { chosen: PlanRow; current: PlanRow | null; row: SubscriptionRow | null },
): Promise<PlanChange> {
  const next = current?.id === chosen.id ? await find(store, row?.nextPlanId) : current;
  return { kind: "given", next };
}

async function find(store: Store, id: string | null | undefined): Promise<PlanRow | null> {
  return id ? findPlan(store, { id }) : null;
}
