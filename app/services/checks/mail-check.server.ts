/** Whether mails can be sent: by a mail that is sent for it, or for `npm run doctor` by a connection alone. */
import type { Config } from "~/config/config.server";
import { toMessage } from "~/domain/messages";
import { MailError, type OutgoingMail } from "~/gateways/mail/mailer";
import { sendByMailgun, verifyMailgun, type MailgunOptions } from "~/gateways/mail/mailgun-mailer";
import { trySmtp, verifySmtp } from "~/gateways/mail/smtp-mailer";
import { RefusedIpError } from "~/gateways/network/guarded-lookup";
import { PROBE_TIMEOUT_MS } from "~/domain/setup";
import { fail, pass, toReason, warn, type CheckResult } from "./check.server";

/** How much of a mail server's answer is shown. In characters. */
const MAIL_ANSWER_MAX_LENGTH = 300;

export type MailServer = { kind: "mailgun"; options: MailgunOptions } | { kind: "smtp"; url: string };

/** A server's answer to a mail. `answer` is in its words. */
export type MailAnswer =
  | { kind: "accepted"; answer: string }
  /** Mailgun does not know the key, or not in this region. */
  | { kind: "wrong_key" }
  | { kind: "unknown_domain" }
  | { kind: "wrong_password" }
  | { kind: "refused"; answer: string }
  | { kind: "unknown_host" }
  | { kind: "not_encrypted" }
  | { kind: "timeout" }
  | { kind: "unreachable" }
  /** It has an IP that may not be reached. */
  | { kind: "forbidden" };

/** Sends the mail to this server only, within five seconds. Never throws. */
export async function tryMail(server: MailServer, mail: OutgoingMail): Promise<MailAnswer> {
  const hide = createHider(server);
  try {
    const answer =
      server.kind === "mailgun"
        ? await sendByMailgun(server.options, mail, PROBE_TIMEOUT_MS)
        : await trySmtp(server.url, mail, PROBE_TIMEOUT_MS);
    return { kind: "accepted", answer: hide(answer) };
  } catch (error) {
    return error instanceof MailError ? toMailgunAnswer(error, hide) : toSmtpAnswer(error, hide);
  }
}

function toMailgunAnswer({ status, message }: MailError, hide: (text: string) => string): MailAnswer {
  if (status === 401) return { kind: "wrong_key" };
  if (status === 404) return { kind: "unknown_domain" };
  if (status !== null) return { kind: "refused", answer: hide(message) };
  return toConnectionAnswer(message);
}

/** nodemailer's codes: https://nodemailer.com/smtp/errors */
function toSmtpAnswer(error: unknown, hide: (text: string) => string): MailAnswer {
  if (error instanceof RefusedIpError) return { kind: "forbidden" };
  const { code = "", name, response, message } = error as Partial<SmtpError>;
  if (code === "EAUTH" || code === "ENOAUTH") return { kind: "wrong_password" };
  if (code === "ETLS" || /CERT|ALTNAME/.test(code)) return { kind: "not_encrypted" };
  if (response) return { kind: "refused", answer: hide(response) };
  return toConnectionAnswer(`${name ?? ""} ${code} ${message ?? ""}`);
}

interface SmtpError extends Error {
  code: string;
  /** The server's words. */
  response: string;
}

function toConnectionAnswer(reason: string): MailAnswer {
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return { kind: "unknown_host" };
  if (/STARTTLS|CERT|ALTNAME/.test(reason)) return { kind: "not_encrypted" };
  return { kind: /ETIMEDOUT|ECONNABORTED|timeout|Abort/i.test(reason) ? "timeout" : "unreachable" };
}

/** A server may repeat what it was sent, and the key or password is part of that. */
function createHider(server: MailServer): (text: string) => string {
  const secrets =
    server.kind === "mailgun"
      ? [server.options.apiKey]
      : [new URL(server.url).password, decodeURIComponent(new URL(server.url).password)];
  return (text) =>
    secrets
      .filter(Boolean)
      .reduce((left, secret) => left.replaceAll(secret, "[…]"), text)
      .replace(/\p{Cc}+/gu, " ")
      .slice(0, MAIL_ANSWER_MAX_LENGTH);
}

/** For `npm run doctor` and the page Health: connects and signs in, and sends nothing. */
export async function checkMail({ smtpUrl, mailgun, isLocal, mailFrom }: Config): Promise<CheckResult> {
  const checked = smtpUrl !== null ? await checkSmtp(smtpUrl) : mailgun && (await checkMailgun(mailgun));
  if (checked === null && isLocal) return pass("mail", toMessage("checks:mail.files"));
  if (checked === null)
    return warn("mail", toMessage("checks:mail.not_sent"), toMessage("checks:mail.set_server"));
  if (checked.level === "ok" && /@[^@]*\.localhost>?$/.test(mailFrom))
    return warn("mail", toMessage("checks:mail.default_sender"), toMessage("checks:mail.set_sender"));
  return checked;
}

async function checkSmtp(url: string): Promise<CheckResult> {
  try {
    await verifySmtp(url, PROBE_TIMEOUT_MS);
    return pass("mail", toMessage("checks:mail.ok"));
  } catch (error) {
    return fail("mail", toReason(error), toMessage("checks:mail.check"));
  }
}

async function checkMailgun(options: MailgunOptions): Promise<CheckResult> {
  const { domain } = options;
  try {
    const { isActive } = await verifyMailgun(options, PROBE_TIMEOUT_MS);
    if (isActive) return pass("mail", toMessage("checks:mail.mailgun_ok", { domain }));
    const finding = toMessage("checks:mail.mailgun_unverified", { domain });
    return fail("mail", finding, toMessage("checks:mail.verify_domain"));
  } catch (error) {
    if (error instanceof MailError && error.status === 401)
      return warn("mail", toReason(error), toMessage("checks:mail.check_mailgun_key"));
    return fail("mail", toReason(error), toMessage("checks:mail.check_mailgun"));
  }
}
