/** The texts of a plan: its label, "name (symbol price/interval)", and what it includes. */
import type { TFunction } from "i18next";
import { formatGroupedNumber } from "~/domain/numbers";
import type { PlanView } from "~/domain/plans";

/** The texts of the namespace "billing", and the language they are in. */
export interface BillingTexts {
  t: TFunction<"billing">;
  locale: string;
}

/** "Pro ($24/month)". */
export function formatPlanLabel(plan: PlanView, { t, locale }: BillingTexts): string {
  return t("plan.label", {
    name: plan.name,
    symbol: plan.currency.symbol,
    price: formatAmount(plan.price, locale),
    interval: formatInterval(plan, t),
  });
}

/** "24", or "24.50" where there are cents. `price` in major units. */
export function formatAmount(price: number, locale: string): string {
  const digits = Number.isInteger(price) ? 0 : 2;
  return price.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** "month" or "year", in the reader's language. */
export function formatInterval({ interval }: Pick<PlanView, "interval">, t: TFunction<"billing">): string {
  return interval === "year" ? t("plan.year") : t("plan.month");
}

/** What a plan includes, the most important first. */
export function listPlanFacts(plan: PlanView, texts: BillingTexts): string[] {
  const { t } = texts;
  return [
    ...(plan.type === "seat" ? [t("plan.seat")] : []),
    ...(plan.trial_days > 0 ? [t("plan.trial", { count: plan.trial_days })] : []),
    ...(plan.type === "seat" ? [] : [formatMemberLimit(plan, t)]),
    formatCallLimit(plan, texts),
    ...formatOverage(plan, texts),
  ];
}

function formatMemberLimit({ seat_limit: limit }: PlanView, t: TFunction<"billing">): string {
  return limit === null ? t("plan.members_unlimited") : t("plan.members", { count: limit });
}

function formatCallLimit({ api_call_limit: limit }: PlanView, { t, locale }: BillingTexts): string {
  return limit === null
    ? t("plan.calls_unlimited")
    : t("plan.calls", { calls: formatGroupedNumber(limit, locale) });
}

function formatOverage(plan: PlanView, { t, locale }: BillingTexts): string[] {
  if (plan.overage_price === null) return [];
  return [t("plan.overage", { price: plan.currency.symbol + formatAmount(plan.overage_price, locale) })];
}
