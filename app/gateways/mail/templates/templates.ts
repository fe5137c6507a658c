/** Every mail template by its name. Loaded when the first mail is rendered. */
import type { MailTemplate } from "../mail-values";
import { alreadyRegistered } from "./already-registered";
import { subscriptionStarted } from "./subscription-started";
import { supportMessage } from "./support-message";
import type { Template } from "./template";
import { verify } from "./verify";

export const MAIL_TEMPLATES: { [T in MailTemplate]: Template<T> } = {
  verify,
  already_registered: alreadyRegistered,
  support_message: supportMessage,
  subscription_started: subscriptionStarted,
};
