/** The founder's own mails: the values of each, as in app/gateways/mail/mail-values.ts. */
import type { ZodType } from "zod";

export const OWN_MAIL_VALUES = {} satisfies Record<string, ZodType>;

/** A sample for each name of a value that no mail of the product has, for the tests of all mails. */
export const OWN_MAIL_SAMPLES: Record<string, unknown> = {};
