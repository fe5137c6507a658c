/** Every mail with sample values, in every language of the product. */
import { createInstance } from "i18next";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from "~/domain/limits";
import { LOCALES, type Locale } from "~/domain/locales";
import type { Translate } from "~/domain/message-keys";
import type { MailTemplate, MailValues } from "~/gateways/mail/mail-values";
import type { MailLanguage } from "~/gateways/mail/render-mail";
import { INTERPOLATION } from "~/domain/product";
import type en from "~/i18n/en/mail.json";

export const MAIL_LINK = "https://app.test/signup/verify?token=ver_abc&x=1";
export const SAMPLE_MAILS: MailValues = {
  verify: { name: "Grace Hopper", link: MAIL_LINK, hours: 24 },
  already_registered: { name: "Grace Hopper", link: MAIL_LINK },
  magic: { name: "Grace Hopper", link: MAIL_LINK, minutes: 15 },
  reset: { name: "Grace Hopper", link: MAIL_LINK, minutes: 30 },
  password_reset: { name: "Grace Hopper", link: MAIL_LINK },
  verify_new: { name: "Grace Hopper", link: MAIL_LINK, hours: 24 },
  email_change_asked: { name: "Grace Hopper", newEmail: "grace@navy.test", link: MAIL_LINK },
  email_changed: { name: "Grace Hopper", newEmail: "grace@navy.test", supportEmail: "help@app.test" },
  support_signed_in: {
    name: "Grace Hopper",
    support: "Max Support",
    reason: "The invoice looks wrong",
    at: "2026-11-21T14:05:00.000Z",
    link: MAIL_LINK,
  },
  support_message: { name: "Grace Hopper", email: "grace@acme.test", message: "First line\nSecond line" },
  new_signin: {
    name: "Grace Hopper",
    agent: "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36",
    address: "192.0.2.1",
    at: "2026-11-21T14:05:00.000Z",
    link: MAIL_LINK,
    forgotLink: "https://app.test/forgotpassword",
  },
  subscription_started: {
    name: "Grace Hopper",
    plan: "Pro",
    amountMinor: 4850,
    currency: "usd",
    interval: "month",
    link: MAIL_LINK,
  },
  invite: { inviter: "Ada Lovelace", account: "Acme", link: MAIL_LINK, days: 7 },
  invite_accepted: {
    name: "Grace Hopper",
    member: "Ada Lovelace",
    email: "ada@acme.test",
    account: "Acme",
    link: MAIL_LINK,
  },
  ownership_offered: { name: "Grace Hopper", owner: "Ada Lovelace", account: "Acme", link: MAIL_LINK },
  ownership_taken: { name: "Grace Hopper", owner: "Ada Lovelace", account: "Acme", link: MAIL_LINK },
  two_factor_on: { name: "Grace Hopper", link: MAIL_LINK },
  two_factor_off: { name: "Grace Hopper", link: MAIL_LINK },
  backup_code_used: { name: "Grace Hopper", left: 9, link: MAIL_LINK },
  password_changed: { name: "Grace Hopper", link: MAIL_LINK },
  account_closed: { name: "Grace Hopper", account: "Acme", isRemoved: true },
  account_closed_member: { name: "Grace Hopper", account: "Acme", isRemoved: false },
  user_closed: { name: "Grace Hopper" },
  network_linked: { name: "Grace Hopper", network: "Facebook", link: MAIL_LINK },
  network_unlinked: { name: "Grace Hopper", network: "Facebook", link: MAIL_LINK },
};

/** The sample of a mail with the longest names, emails and URLs that it may contain, none of which has a space. */
export function createLongestMail<T extends MailTemplate>(template: T): MailValues[T] {
  const values = Object.entries<unknown>(SAMPLE_MAILS[template]).map(([name, value]) => [
    name,
    typeof value === "string" ? createLongestValue(name, value) : value,
  ]);
  return Object.fromEntries(values) as MailValues[T];
}

function createLongestValue(name: string, value: string): string {
  if (["at", "currency", "interval"].includes(name)) return value;
  if (/link$/i.test(name)) return `https://app.example.com/signup/verify?token=${"x".repeat(200)}`;
  if (/email$/i.test(name)) return `${"e".repeat(EMAIL_MAX_LENGTH - 12)}@example.com`;
  return "W".repeat(name === "message" ? 400 : NAME_MAX_LENGTH);
}

/** The texts of the mails in `locale`. */
export function readMailTexts(locale: Locale): typeof en {
  const texts = files[`/app/i18n/${locale}/mail.json`];
  if (!texts) throw new Error(`there is no app/i18n/${locale}/mail.json`);
  return texts;
}

const files = import.meta.glob<typeof en>("/app/i18n/*/mail.json", { eager: true, import: "default" });

/** Leaves i18next's own escaping on, which must not change a mail. */
export function createMailLanguage(locale: Locale): MailLanguage {
  const i18n = createInstance();
  void i18n.init({
    lng: locale,
    resources: Object.fromEntries(LOCALES.map((name) => [name, { mail: readMailTexts(name) }])),
    interpolation: { defaultVariables: INTERPOLATION.defaultVariables },
    initImmediate: false,
  });
  return { locale, t: i18n.getFixedT(locale) as Translate };
}
