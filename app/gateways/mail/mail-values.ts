/** What each mail says: its template's values, with what they may hold. */
import { z } from "zod";
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH } from "~/domain/limits";
import { hasControlCharacter } from "~/domain/text";
import { PLAIN_ADDRESS } from "./mailer";

/** One line: it may come to stand in a header. */
const line = z
  .string()
  .max(NAME_MAX_LENGTH)
  .refine((text) => !hasControlCharacter(text));
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
  /** The contact form of /help, to the support address; `email` is whom to answer. */
  support_message: z.object({ name: line, email: address, message: lines }),
  /** A paid plan began: what each interval costs in all, in minor units of `currency`; `link` leads to the billing page. */
  subscription_started: z.object({
    name: line,
    plan: line,
    amountMinor: z.number().int().nonnegative(),
    currency: z.string().regex(/^[a-z]{3}$/i),
    interval: z.enum(["month", "year"]),
    link,
  }),
};

export type MailTemplate = keyof typeof MAIL_VALUES;
export type MailValues = { [T in MailTemplate]: z.output<(typeof MAIL_VALUES)[T]> };

export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(MAIL_VALUES, name);
}
