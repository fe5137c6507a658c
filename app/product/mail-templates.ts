/** The templates of the founder's own mails, by the names of OWN_MAIL_VALUES. */
import type { Template } from "~/gateways/mail/mail-values";
import type { OWN_MAIL_VALUES } from "./mail-values";

export const OWN_MAIL_TEMPLATES: { [Name in keyof typeof OWN_MAIL_VALUES]: Template<Name> } = {};
