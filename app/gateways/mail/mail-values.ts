/** The type of a mail template, and the values of each one, validated. */
import type { ReactElement } from "react";
import * as z from "zod";
import { REASON_MAX_LENGTH } from "~/domain/limits";
import type { Locale } from "~/domain/locales";
import { SIGN_IN_FACTORS } from "~/domain/sign-in-factors";
import type { MailKey, Translate } from "~/domain/message-keys";
import { OWN_MAIL_VALUES } from "~/product/mail-values";
import { BILLING_MAIL_VALUES } from "./billing-mail-values";
import { createLineRule, emailAddress, line, lines, link, stopLink } from "./value-rules";

/** Those of the product without what is in app/product/. */
export const PRODUCT_MAIL_VALUES = {
  /** Welcome, with the link that verifies the email. It is valid for `hours`. */
  verify: z.object({ name: line, link, hours: z.number().int().positive() }),
  /** A visitor signed up with the email of an existing user. `link` leads to the sign-in. */
  already_registered: z.object({ name: line, link }),
  /** The user signed in from a new device. `agent` is the User-Agent header, which is not shown as it is. */
  new_signin: z.object({
    name: line,
    agent: z.string().max(255),
    address: line,
    at: z.iso.datetime(),
    /** What the user has shown. Mails that the version before has queued do not say it. */
    factors: z.array(z.enum(SIGN_IN_FACTORS)).default([]),
    provider: line.optional(),
    link,
    forgotLink: link,
    stopLink,
  }),
  /** The link that signs the user in. It is valid for `minutes`. */
  magic: z.object({ name: line, link, minutes: z.number().int().positive() }),
  /** The link that sets a new password. It is valid for `minutes`. */
  reset: z.object({ name: line, link, minutes: z.number().int().positive() }),
  /** The user set a password by such a link. `link` leads to where another one can be requested. */
  password_reset: z.object({
    name: line,
    link,
    /** What still signs in: passkeys and identity providers. Mails that the version before has queued do not say it. */
    remaining: z.array(line).default([]),
    /** Where these can be removed. */
    securityLink: link.optional(),
  }),
  /** The link that verifies a new email before it replaces the old one. It is valid for `hours`. */
  verify_new: z.object({ name: line, link, hours: z.number().int().positive() }),
  /** To the current email: a new one is to replace it. `link` leads to where a new password can be requested. */
  email_change_asked: z.object({ name: line, newEmail: emailAddress, link }),
  /** To the previous email: a new one has replaced it. */
  email_changed: z.object({ name: line, newEmail: emailAddress, supportEmail: emailAddress }),
  /** The contact form of /help, sent to the support email. `email` belongs to the user who gets the answer. */
  support_message: z.object({ name: line, email: emailAddress, message: lines }),
  /** A master's answer to feedback. `comment` is what the user wrote; `supportEmail` gets the reply. */
  feedback_answer: z.object({
    name: line,
    comment: lines.nullable(),
    answer: lines,
    supportEmail: emailAddress,
  }),
  /** Two-factor authentication was turned on or off. `link` leads to its page. */
  two_factor_on: z.object({ name: line, link }),
  two_factor_off: z.object({ name: line, link }),
  /** The user signed in with a backup code; `left` codes remain. `link` leads to where new ones are created. */
  backup_code_used: z.object({ name: line, left: z.number().int().nonnegative(), link }),
  /** To every master: setup was opened again on the server. `link` leads to mission control. */
  setup_reopened: z.object({ name: line, link }),
  /** `link` leads to where a forgotten password is replaced. */
  // Without a value in what an earlier version has queued.
  password_changed: z.object({ name: line, link, isFirst: z.boolean().default(false) }),
  /** A master signed in as the user, when, and why. `link` leads to the switch that ends it. */
  support_signed_in: z.object({
    name: line,
    support: line,
    reason: createLineRule(REASON_MAX_LENGTH),
    at: z.iso.datetime(),
    link,
  }),
  /** To the invited email. The link joins the account and is valid for `days`. */
  invite: z.object({
    inviter: line,
    account: line,
    /** Mails that the version before has queued do not say it. */
    isUnnamed: z.boolean().default(false),
    link,
    days: z.number().int().positive(),
  }),
  /** To the member whose invitation was accepted. `link` leads to the members. */
  invite_accepted: z.object({ name: line, member: line, email: emailAddress, account: line, link, stopLink }),
  /** To the inviter, or the owner: the reader of an expired invitation asks for a new one. `link` leads to its row. */
  invite_requested: z.object({ name: line, email: emailAddress, account: line, link }),
  /** The owner offers the account to an admin. `link` leads to where the admin answers. */
  ownership_offered: z.object({ name: line, owner: line, account: line, link }),
  /** To the previous and the new owner: who owns the account now. `link` leads to the account. */
  ownership_taken: z.object({ name: line, owner: line, account: line, link }),
  /** To the owner who closed the account. `isRemoved`: it was their only account, so the user is deleted too. */
  account_closed: z.object({ name: line, account: line, isRemoved: z.boolean() }),
  /** To a member of an account that its owner has closed. */
  account_closed_member: z.object({ name: line, account: line, isRemoved: z.boolean() }),
  /** To a member, or the owner, of an account that support has closed, with the reason. */
  account_closed_by_support: z.object({
    name: line,
    account: line,
    isRemoved: z.boolean(),
    reason: createLineRule(REASON_MAX_LENGTH),
  }),
  /** To the user who closed their own user. */
  user_closed: z.object({ name: line }),
  /** To the member an API key acts as, or to the owner: when it ends. `link` leads to the key. */
  key_expiring: z.object({ name: line, account: line, key: line, hint: line, date: z.iso.datetime(), link }),
  /** To the owner: a webhook endpoint was turned off, whose deliveries fail since `date`. `link` leads to it. */
  webhook_disabled: z.object({ name: line, account: line, server: line, date: z.iso.datetime(), link }),
  /** A way to sign in was connected or disconnected. `link` leads to where that can be undone. */
  network_linked: z.object({ name: line, network: line, link }),
  network_unlinked: z.object({ name: line, network: line, link }),
  /** A passkey was added or removed. `link` leads to the user's passkeys. */
  passkey_added: z.object({ name: line, passkey: line, link }),
  passkey_removed: z.object({ name: line, passkey: line, link }),
  /** A passkey was refused because its counter had not grown. */
  passkey_cloned: z.object({ name: line, passkey: line, link }),
  ...BILLING_MAIL_VALUES,
};

export const MAIL_VALUES = { ...PRODUCT_MAIL_VALUES, ...OWN_MAIL_VALUES };

export type MailTemplate = keyof typeof MAIL_VALUES;
export type MailValues = { [T in MailTemplate]: z.output<(typeof MAIL_VALUES)[T]> };

export interface TemplateProps<T extends MailTemplate> {
  values: MailValues[T];
  locale: Locale;
  t: Translate<MailKey>;
  /** Whether a file is attached. */
  hasFile: boolean;
}

export interface Template<T extends MailTemplate> {
  subject: (props: TemplateProps<T>) => string;
  body: (props: TemplateProps<T>) => ReactElement;
  /** Headers of the mail. Without them it is marked as sent by a machine (RFC 3834), so that no machine answers it. */
  headers?: (values: MailValues[T]) => Record<string, string>;
}

export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(MAIL_VALUES, name);
}

/** The file that goes with a mail about an invoice; null for other mails, and before the invoice has a file. */
export function findMailPdf(values: MailValues[MailTemplate]): { url: string; name: string } | null {
  if (!("pdfUrl" in values) || values.pdfUrl === null) return null;
  const number = (values.number ?? "").replace(/[^\w-]/g, "");
  return { url: values.pdfUrl, name: number === "" ? "invoice.pdf" : `invoice-${number}.pdf` };
}
