/** The founder's own mails: the values of each, as in app/gateways/mail/mail-values.ts. */
import type { ZodType } from "zod";

export const OWN_MAIL_VALUES = {} satisfies Record<string, ZodType>;
