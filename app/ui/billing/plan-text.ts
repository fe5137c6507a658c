/** The texts of a plan: its label, "name (symbol price/interval)", and what it includes. */
import type { CardView } from "~/domain/billing";
import { formatCardBrand } from "~/domain/card-brands";
import type { TranslateFile } from "~/domain/message-keys";
import { getCurrencySymbol, getDecimals, toMajor } from "~/domain/money";
import { formatFixedNumber, formatGroupedNumber } from "~/domain/numbers";
import type { PlanLoss, PlanView } from "~/domain/plans";

/** The texts of the namespace "billing", and the language they are in. */
export interface BillingTexts {
  t: TranslateFile<"billing">;
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

/** "Pro ($24/month)", or "Team ($12 per member / month)": a single plan, whose price must say what it is for. */
export function formatOrderedPlan(plan: PlanView, texts: BillingTexts): string {
  if (plan.type !== "seat") return formatPlanLabel(plan, texts);
  return `${plan.name} (${formatPrice(plan.price, plan, texts)} ${formatPriceUnit(plan, texts.t)})`;
}

/** "24", or "24.50" where there are cents. `price` in major units. */
export function formatAmount(price: number, locale: string): string {
  return formatFixedNumber(price, { digits: Number.isInteger(price) ? 0 : 2, locale });
}

/** "$24" or "$24.50". `price` in major units of the plan's currency. */
export function formatPrice(
  price: number,
  { currency }: Pick<PlanView, "currency">,
  { locale }: Pick<BillingTexts, "locale">,
): string {
  return currency.symbol + formatAmount(price, locale);
}

/** "$18.40", or "-$5" for a credit. Not by Intl, whose texts differ between server and browser. */
export function formatMinor(amountMinor: number, currency: string, locale: string): string {
  const amount = formatAmount(Math.abs(toMajor(amountMinor, currency)), locale);
  return `${amountMinor < 0 ? "−" : ""}${getCurrencySymbol(currency)}${amount}`;
}

/** "month" or "year", in the reader's language. */
export function formatInterval(
  { interval }: Pick<PlanView, "interval">,
  t: TranslateFile<"billing">,
): string {
  return interval === "year" ? t("plan.year") : t("plan.month");
}

/** Returns the text behind a price: "/ month", or "per member / month". */
export function formatPriceUnit(
  plan: Pick<PlanView, "interval" | "type">,
  t: TranslateFile<"billing">,
): string {
  const interval = formatInterval(plan, t);
  return plan.type === "seat" ? t("plan.per_member", { interval }) : `/${interval}`;
}

/** Lists what a plan includes, the most important first. */
export function listPlanFacts(plan: PlanView, texts: BillingTexts): string[] {
  const { t } = texts;
  return [
    ...(plan.trial_days > 0 ? [t("plan.trial", { count: plan.trial_days })] : []),
    formatMemberLimit(plan, t),
    formatCallLimit(plan, texts),
    formatKeyLimit(plan, t),
    ...formatOverage(plan, texts),
  ];
}

function formatMemberLimit({ seat_limit: limit }: PlanView, t: TranslateFile<"billing">): string {
  return limit === null ? t("plan.members_unlimited") : t("plan.members", { count: limit });
}

function formatCallLimit({ api_call_limit: limit }: PlanView, { t, locale }: BillingTexts): string {
  return limit === null
    ? t("plan.calls_unlimited")
    : t("plan.calls", { calls: formatGroupedNumber(limit, locale) });
}

function formatKeyLimit({ key_limit: limit }: PlanView, t: TranslateFile<"billing">): string {
  return limit === null ? t("plan.keys_unlimited") : t("plan.keys", { count: limit });
}

/** "members: 5 instead of unlimited": what a change of plan takes away. */
export function formatLoss({ limit, now, then }: PlanLoss, { t, locale }: BillingTexts): string {
  return t("loss.line", {
    limit: t(`loss.${limit}`),
    then: formatGroupedNumber(then, locale),
    now: now === null ? t("loss.unlimited") : formatGroupedNumber(now, locale),
  });
}

function formatOverage(plan: PlanView, { t, locale }: BillingTexts): string[] {
  if (plan.overage_price === null) return [];
  return [t("plan.overage", { price: plan.currency.symbol + formatAmount(plan.overage_price, locale) })];
}

/** Lists the limits of a plan: "up to 2 members" and "1,000 API calls per month". */
export function listPlanLimits(plan: PlanView, texts: BillingTexts): string[] {
  return [formatMemberLimit(plan, texts.t), formatCallLimit(plan, texts)];
}

/** "Visa" for "visa", as the payment provider names it. */
export function formatBrand(brand: string): string {
  return formatCardBrand(brand) ?? brand;
}

/** "04/34". */
export function formatExpiry(card: Pick<CardView, "exp_month" | "exp_year">): string {
  return `${String(card.exp_month).padStart(2, "0")}/${String(card.exp_year % 100).padStart(2, "0")}`;
}

/** "$48.00": in a column of amounts every one has its decimals. */
export function formatInvoiceTotal(totalMinor: number, currency: string, locale: string): string {
  const digits = getDecimals(currency);
  const amount = formatFixedNumber(Math.abs(toMajor(totalMinor, currency)), { digits, locale });
  return `${totalMinor < 0 ? "−" : ""}${getCurrencySymbol(currency)}${amount}`;
}
