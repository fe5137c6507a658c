/** The rules of what a mail may contain. */
import * as z from "zod";
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH } from "~/domain/limits";
import { hasControlCharacter } from "~/domain/text";
import { PLAIN_EMAIL } from "./mailer";

/** One line, because it may be part of a header. */
export const createLineRule = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !hasControlCharacter(text));

export const line = createLineRule(NAME_MAX_LENGTH);

/** A text of several lines. */
export const lines = z
  .string()
  .max(MESSAGE_MAX_LENGTH)
  .refine((text) => !hasControlCharacter(text, { multiline: true }));

export const emailAddress = z.string().max(EMAIL_MAX_LENGTH).regex(PLAIN_EMAIL);

export const link = z.url({ protocol: /^https?$/ });

/** Where the recipient turns this kind of mail off. Mails that an older version has queued have none. */
export const stopLink = link.optional();
