/**
 * Writes the mails about plans, cards and payments. Each has a key, by which it is queued once however often the
 * provider or a request reports the same thing. `prepareBillingMail` addresses them, and `queueMail` queues them.
 */
import type { OverLimitView } from "~/domain/billing";
import { days } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { DECLINE_REASONS, type DeclineReason } from "~/gateways/mail/billing-mail-values";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import type { PlanRow } from "~/models/plan.server";
import type { QueuedMail } from "~/services/platform/mail/outbox.server";
import type { BillingRecipient } from "./billing-recipient.server";

/** Every mail needs these. */
export interface BillingMail {
  recipient: BillingRecipient;
  /** The product's public URL, without a trailing slash. */
  appUrl: string;
}

export type MailedPlan = Pick<PlanRow, "name" | "type" | "priceMinor" | "currency" | "interval">;

export interface MailedCard {
  /** As the provider names it: "visa". */
  brand: string;
  last4: string;
}

/** The amounts charged at once and at the next payment, in minor units; null when not known. */
export interface MailedCharges {
  chargedMinor: number | null;
  nextPaymentMinor: number | null;
}

const NOT_KNOWN: MailedCharges = { chargedMinor: null, nextPaymentMinor: null };

/** A paid plan began. */
export function createSubscriptionStartedMail({
  recipient,
  appUrl,
  plan,
  subscription,
  charges = NOT_KNOWN,
}: BillingMail & {
  plan: MailedPlan;
  charges?: MailedCharges;
  subscription: Pick<
    ProviderSubscription,
    "id" | "status" | "seats" | "currentPeriodStart" | "currentPeriodEnd"
  >;
}): QueuedMail<"subscription_started"> {
  const { currentPeriodEnd: chargedAt } = subscription;
  return {
    template: "subscription_started",
    key: subscription.id,
    ...toAddress(recipient),
    values: {
      name: recipient.name,
      ...toPlanPrice(plan, subscription.seats),
      ...charges,
      trialDays: countTrialDays(subscription),
      chargedAt: toText(chargedAt),
      link: appUrl + paths.billing,
    },
  };
}

export type PlanChange =
  | { kind: "changed"; previous: Pick<PlanRow, "name"> | null }
  /** The plan ends with its period; `next` follows. */
  | { kind: "ends"; next: Pick<PlanRow, "name"> | null; overLimit?: OverLimitView | null }
  | { kind: "resumed" }
  /** The trial lasts longer. */
  | { kind: "extended" }
  /** The plan costs nothing until its period ends; `next` follows. */
  | { kind: "given"; next: Pick<PlanRow, "name"> | null }
  /** The plan has followed `previous`, which has ended. */
  | { kind: "began"; previous: Pick<PlanRow, "name"> | null };

/** The plan was changed, given or extended, will end, or will not end after all. The owner can turn this mail off. */
export function createPlanUpdatedMail({
  recipient,
  appUrl,
  key,
  change,
  plan,
  seats,
  periodEnd,
  charges = NOT_KNOWN,
}: BillingMail & {
  charges?: MailedCharges;
  /** The identity of this change, such as the id of its intent. */
  key: string;
  change: PlanChange;
  /** The plan that the account has now. */
  plan: MailedPlan;
  seats: number;
  /** The end of the current period; null on a plan without periods. */
  periodEnd: Date | null;
}): QueuedMail<"plan_updated"> {
  return {
    template: "plan_updated",
    key,
    ...toAddress(recipient),
    values: {
      name: recipient.name,
      change: change.kind,
      ...toPlanPrice(plan, seats),
      ...charges,
      otherPlan: findOtherPlan(change, plan),
      date: toText(periodEnd),
      overLimit: change.kind === "ends" ? (change.overLimit ?? null) : null,
      link: appUrl + paths.billing,
    },
  };
}

/** Another card pays. The owner can turn this mail off. */
export function createCardUpdatedMail({
  recipient,
  appUrl,
  key,
  card,
}: BillingMail & {
  /** The identity of this change, such as the id of its intent. */
  key: string;
  card: MailedCard & { expMonth: number; expYear: number };
}): QueuedMail<"card_updated"> {
  const { brand, last4, expMonth, expYear } = card;
  return {
    template: "card_updated",
    key,
    ...toAddress(recipient),
    values: {
      name: recipient.name,
      card: { brand, last4 },
      expMonth,
      expYear,
      link: appUrl + paths.billingTab("card"),
    },
  };
}

/**
 * The trial ends soon. `nextPaymentMinor` is what will be charged; null for the plan's price. Null when nothing will be,
 * because the plan is free or ends with its trial.
 */
export function createTrialEndingMail({
  recipient,
  appUrl,
  plan,
  subscription,
  card,
  nextPaymentMinor = null,
}: BillingMail & {
  plan: MailedPlan;
  nextPaymentMinor?: number | null;
  subscription: {
    /** The provider's id. */
    providerId: string;
    seats: number;
    cancelAtPeriodEnd: boolean;
    currentPeriodEnd: Date | null;
  };
  card: MailedCard | null;
}): QueuedMail<"trial_ending"> | null {
  const { providerId, seats, cancelAtPeriodEnd, currentPeriodEnd: end } = subscription;
  const price = toPlanPrice(plan, seats);
  if (cancelAtPeriodEnd || !end || (nextPaymentMinor ?? price.amountMinor) === 0) return null;
  return {
    template: "trial_ending",
    key: `${providerId}:${end.toISOString()}`,
    ...toAddress(recipient),
    values: {
      name: recipient.name,
      ...price,
      nextPaymentMinor,
      date: end.toISOString(),
      card: card && toCardValues(card),
      link: appUrl + (card ? paths.billing : paths.billingTab("card")),
    },
  };
}

/** Returns "expired" for "billing:refused.expired"; null for what a mail has no words for. */
export function toDeclineReason(message: string | null): DeclineReason | null {
  return DECLINE_REASONS.find((reason) => message === `billing:refused.${reason}`) ?? null;
}

export function toAddress({ to, locale }: BillingRecipient) {
  return { to, locale };
}

/** The list price for all seats. */
function toPlanPrice({ name, type, priceMinor, currency, interval }: MailedPlan, seats: number) {
  const isBySeat = type === "seat";
  const amountMinor = isBySeat ? priceMinor * seats : priceMinor;
  return { plan: name, amountMinor, currency, interval, seats: isBySeat ? seats : null };
}

export function toCardValues({ brand, last4 }: MailedCard): MailedCard {
  return { brand, last4 };
}

/** The whole length of the trial. While it runs, it is the subscription's period. */
function countTrialDays({
  status,
  currentPeriodStart: start,
  currentPeriodEnd: end,
}: Pick<ProviderSubscription, "status" | "currentPeriodStart" | "currentPeriodEnd">): number {
  if (status !== "trialing" || !start || !end) return 0;
  return Math.max(0, Math.round((end.getTime() - start.getTime()) / days(1)));
}

/** Null for a plan of the same name, such as the one that is paid monthly instead of yearly. */
function findOtherPlan(change: PlanChange, { name }: MailedPlan): string | null {
  if (change.kind === "resumed" || change.kind === "extended") return null;
  const other = "next" in change ? change.next : change.previous;
  return other && other.name !== name ? other.name : null;
}

function toText(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
