/** Every mail with sample values, in every language of the product. */
import { createInstance } from "i18next";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from "~/domain/limits";
import { LOCALES, type Locale } from "~/domain/locales";
import { MAIL_VALUES, type MailTemplate, type MailValues } from "~/gateways/mail/mail-values";
import type { MailLanguage } from "~/gateways/mail/render-mail";
import { OWN_MAIL_SAMPLES } from "~/product/mail-values";
import { INTERPOLATION } from "~/domain/product";
import type { Texts } from "~/domain/message-keys";

export const MAIL_LINK = "https://app.test/signup/verify?token=ver_abc&x=1";

/** The values of all mails by their names. */
const SAMPLE_VALUES = {
  name: "Grace Hopper",
  email: "grace@acme.test",
  newEmail: "grace@navy.test",
  supportEmail: "help@app.test",
  inviter: "Ada Lovelace",
  member: "Ada Lovelace",
  owner: "Ada Lovelace",
  support: "Max Support",
  account: "Acme",
  key: "Billing export",
  hint: "gw_live_Ab12…Wx90",
  plan: "Pro",
  amountMinor: 4850,
  chargedMinor: 3880,
  nextPaymentMinor: 4365,
  currency: "usd",
  interval: "month",
  seats: 2,
  trialDays: 14,
  chargedAt: "2026-12-06T10:00:00.000Z",
  change: "changed",
  otherPlan: "Team",
  limit: 2,
  members: 22,
  startsAt: "2026-12-06T10:00:00.000Z",
  card: { brand: "visa", last4: "4242" },
  expMonth: 4,
  expYear: 2030,
  declineReason: "insufficient_funds",
  retryAt: "2026-11-24T10:00:00.000Z",
  date: "2026-12-06T10:00:00.000Z",
  invoiceId: "in_1QxyzAbCdEfGhIjK",
  number: "A1B2C3D4-0001",
  pdfUrl: "https://pay.stripe.com/invoice/acct_1/live_abc/pdf?s=ap",
  server: "hooks.acme.test",
  network: "Facebook",
  passkey: "Google Password Manager",
  remaining: ["Google Password Manager", "Facebook"],
  securityLink: "https://app.example.com/account/security",
  factors: ["password", "code"],
  agent: "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36",
  address: "192.0.2.1",
  at: "2026-11-21T14:05:00.000Z",
  message: "First line\nSecond line",
  comment: "Too slow\non Mondays",
  answer: "Thank you.\nIt is faster now.",
  reason: "The invoice looks wrong",
  kind: "dispute",
  outcome: "open",
  providerReason: "fraudulent",
  invoice: "ABCD-0001",
  respondBy: "2026-12-05T23:59:59.000Z",
  hasEndedPlan: true,
  link: MAIL_LINK,
  forgotLink: "https://app.test/forgotpassword",
  stopLink: "https://app.test/unsubscribe?token=uns_abc.1.new_signin",
  minutes: 15,
  hours: 24,
  days: 7,
  count: 12,
  differences: [
    "0194f1c0-0000-7000-8000-000000000001: another live subscription at the provider, sub_1: the product has not created it",
  ],
  left: 9,
};

/** Each mail with its sample values: its schema takes those it needs, and refuses when one of them has no sample. */
export const SAMPLE_MAILS = Object.fromEntries(
  Object.entries(MAIL_VALUES).map(([template, schema]) => {
    // Of the two mails about a closed account, one tells of a deleted user and one of a user who stays.
    const isRemoved = template !== "account_closed_member";
    return [template, schema.parse({ ...SAMPLE_VALUES, ...OWN_MAIL_SAMPLES, isRemoved })];
  }),
) as MailValues;

/** The sample of a mail with the longest names, emails and URLs that it may contain, none of which has a space. */
export function createLongestMail<T extends MailTemplate>(template: T): MailValues[T] {
  const values = Object.entries<unknown>(SAMPLE_MAILS[template]).map(([name, value]) => [
    name,
    typeof value === "string" ? createLongestValue(name, value) : value,
  ]);
  return Object.fromEntries(values) as MailValues[T];
}

/** Values of which there are only some. */
const FIXED = [...["at", "currency", "interval", "change", "declineReason"], ...["cause", "kind", "outcome"]];

function createLongestValue(name: string, value: string): string {
  if (FIXED.includes(name) || isDate(value)) return value;
  if (/(link|url)$/i.test(name)) return `https://app.example.com/signup/verify?token=${"x".repeat(200)}`;
  if (/email$/i.test(name)) return `${"e".repeat(EMAIL_MAX_LENGTH - 12)}@example.com`;
  return "W".repeat(name === "message" ? 400 : NAME_MAX_LENGTH);
}

function isDate(value: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(value);
}

/** The texts of the mails in `locale`. */
export function readMailTexts(locale: Locale): Texts["mail"] {
  const texts = files[`/app/i18n/${locale}/mail.json`];
  if (!texts) throw new Error(`there is no app/i18n/${locale}/mail.json`);
  return texts;
}

const files = import.meta.glob<Texts["mail"]>("/app/i18n/*/mail.json", { eager: true, import: "default" });

/** Leaves i18next's own escaping on, which must not change a mail. */
export function createMailLanguage(locale: Locale): MailLanguage {
  const i18n = createInstance();
  void i18n.init({
    lng: locale,
    resources: Object.fromEntries(LOCALES.map((name) => [name, { mail: readMailTexts(name) }])),
    interpolation: { defaultVariables: INTERPOLATION.defaultVariables },
    initImmediate: false,
  });
  return { locale, t: i18n.getFixedT(locale) };
}
