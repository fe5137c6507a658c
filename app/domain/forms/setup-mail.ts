/** The form of setup's step Mail provider. */
import * as z from "zod/mini";
import { HOST_MAX_LENGTH, SERVICE_KEY_MAX_LENGTH } from "~/domain/setup";
import { toMessage } from "../messages";
import { MAIL_PROVIDERS, MAILGUN_HOSTS } from "../setup-choices";
import { select } from "./choices";
import { clearableChoice, clearableEmail, clearableText, createFormSchema, number, optional } from "./rules";
import { DOMAIN, setupFields } from "./setup";

const MAILBOX = '[^\\s<>()@,;:"]+@[^\\s<>()@,;:"]+\\.[^\\s<>()@,;:"]+';
/** "Name <email>", or an email alone. */
const SENDER = new RegExp(`^(?:[^<>@,;:"]+ <${MAILBOX}>|${MAILBOX})$`);
/** A name or an IPv4 address, without a port. */
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

/** Every field may be missing: which are needed depends on the provider, and on what is saved or fixed already. */
export const mailForm = createFormSchema({
  ...setupFields,
  mail_provider: z._default(select(MAIL_PROVIDERS), "mailgun"),
  /** Empty keeps the saved one. */
  api_key: optional(clearableText({ max: SERVICE_KEY_MAX_LENGTH })),
  domain: optional(
    clearableChoice(new RegExp(DOMAIN.source, "i"), toMessage("setup:domain.invalid")).check(
      z.maxLength(HOST_MAX_LENGTH, toMessage("form:max_length", { maxLength: HOST_MAX_LENGTH })),
    ),
  ),
  host: optional(select(MAILGUN_HOSTS)),
  smtp_host: optional(clearableChoice(HOST, toMessage("setup:mail.smtp_host_invalid"))),
  smtp_port: optional(number({ min: 1, max: 65_535 })),
  smtp_user: optional(clearableText({ max: SERVICE_KEY_MAX_LENGTH })),
  /** Empty keeps the saved one, for the same server and user. */
  smtp_password: optional(clearableText({ max: SERVICE_KEY_MAX_LENGTH })),
  sender: optional(clearableChoice(SENDER, toMessage("setup:mail.sender_invalid"))),
  /** Receives the test. */
  test_email: optional(clearableEmail()),
});
