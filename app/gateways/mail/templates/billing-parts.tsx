/** The parts that the mails about billing share: their layout, and how they name prices and cards. */
import type { ReactNode } from "react";
import { formatCardBrand } from "~/domain/card-brands";
import { formatDate } from "~/domain/dates";
import { formatMoney } from "~/domain/money";
import type { Interval } from "~/domain/plans";
import { ActionButton, getStopLink, Greeting, MailLayout } from "./layout";
import type { MailTemplate, TemplateProps } from "../mail-values";

/** The language of a mail, which every function here needs. */
type MailLanguage = Pick<TemplateProps<MailTemplate>, "t" | "locale">;

interface PlanPrice {
  plan: string;
  amountMinor: number;
  currency: string;
  interval: Interval;
  seats: number | null;
}

/** One row of `Facts`. */
export type Fact = [name: string, value: string];

interface BillingMailProps extends MailLanguage {
  values: { name: string; link: string; stopLink?: string };
  texts: { title: string; preview: string; button: string; reason: string };
  children: ReactNode;
}

export function BillingMail({ t, locale, values, texts, children }: BillingMailProps) {
  const { title, preview, button, reason } = texts;
  return (
    <MailLayout {...{ locale, title, preview, reason }} stop={getStopLink({ t, values })}>
      <Greeting t={t} name={values.name} />
      {children}
      <ActionButton t={t} href={values.link} label={button} />
    </MailLayout>
  );
}

/** "$36 per month", or "Free". */
export function formatPrice(
  { t, locale }: MailLanguage,
  { amountMinor, currency, interval }: PlanPrice,
): string {
  if (amountMinor === 0) return t("mail:billing.free");
  const amount = formatMoney(amountMinor, currency, locale);
  return interval === "year"
    ? t("mail:billing.per_year", { amount })
    : t("mail:billing.per_month", { amount });
}

/** The plan, its seats as "3 × $12" where it is priced by seat, and its price. */
export function listPlanFacts(language: MailLanguage, price: PlanPrice): Fact[] {
  const { t, locale } = language;
  const { plan, amountMinor, currency, seats } = price;
  const seatPrice = seats && formatMoney(amountMinor / seats, currency, locale);
  return [
    [t("mail:billing.plan"), plan],
    ...(seats && seatPrice ? [[t("mail:billing.seats"), `${seats} × ${seatPrice}`] satisfies Fact] : []),
    [t("mail:billing.price"), formatPrice(language, price)],
  ];
}

/** The row, unless there is no date. */
export function listDateFacts({ locale }: MailLanguage, name: string, date: string | null): Fact[] {
  return date === null ? [] : [[name, formatDate(date, locale)]];
}

/** Lists the charge at once, and when the next payment is. With a promotion code both differ from the plan's price. */
export function listPaymentFacts(
  { t, locale }: MailLanguage,
  {
    name,
    date,
    values: { chargedMinor, nextPaymentMinor, currency },
  }: {
    name: string;
    date: string | null;
    values: { chargedMinor: number | null; nextPaymentMinor: number | null; currency: string };
  },
): Fact[] {
  const format = (amountMinor: number) => formatMoney(amountMinor, currency, locale);
  return [
    ...(chargedMinor ? [[t("mail:billing.charged"), format(chargedMinor)] satisfies Fact] : []),
    ...(date !== null && nextPaymentMinor !== null
      ? [
          [
            name,
            t("mail:billing.amount_on", { amount: format(nextPaymentMinor), date: formatDate(date, locale) }),
          ] satisfies Fact,
        ]
      : listDateFacts({ t, locale }, name, date)),
  ];
}

/** "Visa ending in 4242". */
export function formatCard({ t }: MailLanguage, { brand, last4 }: { brand: string; last4: string }): string {
  return t("mail:billing.card_ending", { brand: formatCardBrand(brand) ?? t("mail:billing.card"), last4 });
}
