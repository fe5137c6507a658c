/** Sends mails by Mailgun's API, through its own client. */
import { MAIL_SEND_TIMEOUT_MS } from "~/domain/limits";
import { composeMail, MailError, type Mailer, type OutgoingMail } from "./mailer";

export interface MailgunOptions {
  apiKey: string;
  /** The domain that sends, as Mailgun knows it. */
  domain: string;
  /** The region's host. A key of one region is unknown in the other. */
  host: string;
  /** A base URL that replaces the host, for tests. */
  apiBase: string | null;
}

/**
 * Mailgun has no idempotency keys: a mail that is sent again after a lost answer arrives twice, with the same Message-ID. It
 * gets the complete mail, so that every header and attachment is the same as by SMTP.
 */
export function createMailgunMailer(options: MailgunOptions): Mailer {
  return {
    kind: "mailgun",
    async send(mail) {
      await sendByMailgun(options, mail, MAIL_SEND_TIMEOUT_MS);
    },
    async discard(mail) {
      await composeMail(mail);
    },
  };
}

/** Returns the words with which Mailgun has accepted the mail. Throws MailError. */
export async function sendByMailgun(
  options: MailgunOptions,
  mail: OutgoingMail,
  timeoutMs: number,
): Promise<string> {
  const message = await composeMail(mail);
  const { messages } = await connect(options, timeoutMs);
  // Tracking would replace the links, some of which sign a user in, by links of Mailgun.
  const sent = { to: mail.to, message, "o:tracking": "no" } as const;
  const { message: answer } = await callMailgun(() => messages.create(options.domain, sent));
  return answer ?? "";
}

/** Whether Mailgun knows the key and the domain, and lets the domain send. Sends nothing. Throws MailError. */
export async function verifyMailgun(
  options: MailgunOptions,
  timeoutMs: number,
): Promise<{ isActive: boolean }> {
  const { domains } = await connect(options, timeoutMs);
  const { state } = await callMailgun(() => domains.get(options.domain));
  return { isActive: state === "active" };
}

/** Loaded with the first mail, so that a start without mails does not wait for it. */
async function connect({ apiKey, host, apiBase }: MailgunOptions, timeout: number) {
  const { default: Mailgun } = await import("mailgun.js");
  return new Mailgun(FormData).client({
    username: "api",
    key: apiKey,
    url: apiBase ?? `https://${host}`,
    timeout,
  });
}

/** The client's own error is left out as the cause: it may hold the request with its key. */
async function callMailgun<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toMailError(error as ClientError);
  }
}

/** The error that the client throws. `details` are the words of the answer. */
interface ClientError {
  status?: number;
  message: string;
  details?: string;
}

/** Bad requests and mails that are too large stay so. All else can pass: a key is corrected, a limit ends. */
const PERMANENT = [400, 413];

export function toMailError({ status, message, details }: ClientError): MailError {
  // The client gives a connection that failed the status 400, too, with the error's code in place of words.
  if (status === undefined || (status === 400 && /^[A-Z0-9_]*$/.test(message)))
    return new MailError(`Mailgun did not answer: ${message || (details ?? "")}`, { status: null });
  const words = [details, message].find(Boolean) ?? "";
  const isPermanent = PERMANENT.includes(status);
  return new MailError(`Mailgun answered ${status}: ${words}`, {
    status,
    isPermanent,
    retryAt: isPermanent ? null : parseRetryTime(words),
  });
}

/** The client drops the header Retry-After, and a limit's answer names the time in words, as "try again after <date>". */
function parseRetryTime(words: string): Date | null {
  const written = /try again after (.+?)\.?$/i.exec(words)?.[1];
  const time = written === undefined ? NaN : Date.parse(written);
  return Number.isNaN(time) ? null : new Date(time);
}
