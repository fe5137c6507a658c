/** An order: a plan as this account would buy it now. What is due today, when the next payment is, and what the button does. */
import type { InvoicePreview } from "~/domain/billing";
import type { PlanAction } from "~/domain/checkout";
import { days } from "~/domain/limits";
import { formatDate } from "~/domain/dates";
import { needsCard, type PlanView } from "~/domain/plans";
import { formatInterval, formatMinor, formatPrice, type BillingTexts } from "./plan-text";

export interface Order {
  plan: PlanView;
  action: PlanAction;
  /** The members whom a plan per member bills. */
  members: number;
  /** The provider's calculation; null while it is loading, or when there is none. */
  preview: InvoicePreview | null;
  /** ISO 8601. */
  today: string;
  /** When the account's free trial ends, which a change of plan does not end; null without one. */
  trialEnds: string | null;
}

/** Returns the price of one period, in major units, without a discount. */
function getPeriodPrice({ plan, members }: Pick<Order, "members" | "plan">): number {
  return plan.type === "seat" ? plan.price * members : plan.price;
}

/** Whether the first days are free. */
export function isTrial({ plan, action }: Pick<Order, "action" | "plan">): boolean {
  return action === "subscribe" && plan.trial_days > 0 && needsCard(plan);
}

/** "$24": what is charged at once. Null when nothing is, or it is not known. */
export function formatDueToday(order: Order, texts: BillingTexts): string | null {
  const { plan, action, preview } = order;
  if (isTrial(order) || !needsCard(plan)) return null;
  if (action !== "subscribe" && action !== "change") return null;
  if (preview)
    return preview.amount_due > 0 ? formatMinor(preview.amount_due, preview.currency, texts.locale) : null;
  return action === "subscribe" ? formatPrice(getPeriodPrice(order), plan, texts) : null;
}

/** The label of the button, which says what a click does. */
export function formatSubmit(order: Order, texts: BillingTexts): string {
  const { plan, action } = order;
  const { t } = texts;
  if (!needsCard(plan)) return t("checkout.start_free", { plan: plan.name });
  if (action === "resume") return t("checkout.resume", { plan: plan.name });
  if (isTrial(order)) return t("checkout.start_trial", { count: plan.trial_days });
  const due = formatDueToday(order, texts);
  return due === null ? t("checkout.change_to", { plan: plan.name }) : t("checkout.pay", { amount: due });
}

/** Says in a sentence what will be charged when. */
export function formatTerms(order: Order, texts: BillingTexts): string {
  const { plan, action, preview, today, trialEnds } = order;
  const { t } = texts;
  if (!needsCard(plan)) return t("checkout.terms_free");
  const price = formatPeriodPrice(order, texts);
  if (isTrial(order)) {
    const date = formatDate(new Date(Date.parse(today) + days(plan.trial_days)), texts.locale);
    return t("checkout.terms_trial", { count: plan.trial_days, price, date });
  }
  const recurring = `${price}/${formatInterval(plan, t)}`;
  if (action === "subscribe") return t("checkout.terms_start", { price: recurring });
  if (action === "resume") return t("checkout.terms_resume", { price: recurring });
  if (trialEnds !== null)
    return t("checkout.terms_in_trial", { price: recurring, date: formatDate(trialEnds, texts.locale) });
  if (preview && preview.total > 0 && preview.amount_due <= 0)
    return t("checkout.terms_covered", { price: recurring });
  if (preview && preview.amount_due <= 0) return t("checkout.terms_credit", { price: recurring });
  return t("checkout.terms_change", { price: recurring });
}

/** "$12 × 3 members = $36", or "$24". */
function formatPeriodPrice(order: Order, texts: BillingTexts): string {
  const { plan, members } = order;
  const total = formatPrice(getPeriodPrice(order), plan, texts);
  if (plan.type !== "seat") return total;
  return texts.t("checkout.per_member", {
    price: formatPrice(plan.price, plan, texts),
    count: members,
    total,
  });
}
