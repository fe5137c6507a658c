/** What each mail says: its template's values, with what they may hold. */
import { z } from "zod";
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH, REASON_MAX_LENGTH } from "~/domain/limits";
import { INTERVALS } from "~/domain/plans";
import { hasControlCharacter } from "~/domain/text";
import { PLAIN_ADDRESS } from "./mailer";

/** One line: it may come to stand in a header. */
const oneLine = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !hasControlCharacter(text));
const line = oneLine(NAME_MAX_LENGTH);
const lines = z
  .string()
  .max(MESSAGE_MAX_LENGTH)
  .refine((text) => !hasControlCharacter(text, { multiline: true }));
const address = z.string().max(EMAIL_MAX_LENGTH).regex(PLAIN_ADDRESS);
const link = z.url({ protocol: /^https?$/ });

export const MAIL_VALUES = {
  /** Welcome, with the link that proves the address; it works for `hours`. */
  verify: z.object({ name: line, link, hours: z.number().int().positive() }),
  /** Somebody signed up with an address that has an account; `link` leads to the sign-in. */
  already_registered: z.object({ name: line, link }),
  /** Somebody signed in from a device not seen before; `agent` is what it calls itself, and is not shown as it is. */
  new_signin: z.object({
    name: line,
    agent: z.string().max(255),
    address: line,
    at: z.iso.datetime(),
    link,
    forgotLink: link,
  }),
  /** The link that signs in; it works for `minutes`. */
  magic: z.object({ name: line, link, minutes: z.number().int().positive() }),
  /** The link that sets a new password; it works for `minutes`. */
  reset: z.object({ name: line, link, minutes: z.number().int().positive() }),
  /** A password was set by such a link; `link` leads to where another one can be asked for. */
  password_reset: z.object({ name: line, link }),
  /** The link that proves an address which is to replace another; it works for `hours`. */
  verify_new: z.object({ name: line, link, hours: z.number().int().positive() }),
  /** To the address in use: another is to replace it; `link` leads to where a new password can be asked for. */
  email_change_asked: z.object({ name: line, newEmail: address, link }),
  /** To the former address: another took its place. */
  email_changed: z.object({ name: line, newEmail: address, supportEmail: address }),
  /** The contact form of /help, to the support address; `email` is whom to answer. */
  support_message: z.object({ name: line, email: address, message: lines }),
  /** Two-factor was switched on, or off; `link` leads to its page. */
  two_factor_on: z.object({ name: line, link }),
  two_factor_off: z.object({ name: line, link }),
  /** Somebody signed in with a backup code, of which so many are left; `link` leads to where there are new ones. */
  backup_code_used: z.object({ name: line, left: z.number().int().nonnegative(), link }),
  /** `link` leads to where a forgotten password is replaced. */
  password_changed: z.object({ name: line, link }),
  /** A master signed in as the reader, at the time `at`, and why; `link` leads to the switch that ends it. */
  support_signed_in: z.object({
    name: line,
    support: line,
    reason: oneLine(REASON_MAX_LENGTH),
    at: z.iso.datetime(),
    link,
  }),
  /** A paid plan began: what each interval costs in all, in minor units of `currency`; `link` leads to the billing page. */
  subscription_started: z.object({
    name: line,
    plan: line,
    amountMinor: z.number().int().nonnegative(),
    currency: z.string().regex(/^[a-z]{3}$/i),
    interval: z.enum(INTERVALS),
    link,
  }),
  /** To an address that is invited to an account; the link joins it and works for `days`. */
  invite: z.object({ inviter: line, account: line, link, days: z.number().int().positive() }),
  /** To whoever invited somebody who has joined now; `link` leads to the members. */
  invite_accepted: z.object({ name: line, member: line, email: address, account: line, link }),
  /** An owner offers the account to an admin; `link` leads to where they answer. */
  ownership_offered: z.object({ name: line, owner: line, account: line, link }),
  /** To the former and the new owner: whose account it is now; `link` leads to it. */
  ownership_taken: z.object({ name: line, owner: line, account: line, link }),
  /** Whoever closed their account; `isRemoved` when it was their only one, and they are gone with it. */
  account_closed: z.object({ name: line, account: line, isRemoved: z.boolean() }),
  /** A member of an account that its owner has closed. */
  account_closed_member: z.object({ name: line, account: line, isRemoved: z.boolean() }),
  /** Whoever closed themselves. */
  user_closed: z.object({ name: line }),
  /** A way to sign in was added, or taken away; `link` leads to where that can be undone. */
  network_linked: z.object({ name: line, network: line, link }),
  network_unlinked: z.object({ name: line, network: line, link }),
};

export type MailTemplate = keyof typeof MAIL_VALUES;
export type MailValues = { [T in MailTemplate]: z.output<(typeof MAIL_VALUES)[T]> };

export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(MAIL_VALUES, name);
}
