/** Sends mails by SMTP. */
import type { Transporter } from "nodemailer";
import { MAIL_SEND_TIMEOUT_MS, MAIL_SMTP_TIMEOUT_MS } from "~/domain/limits";
import { composeMail, toMessage, type Mailer } from "./mailer";

/**
 * Sends through the server of `url`, as `smtp://user:password@host:587` or `smtps://host:465`. nodemailer's
 * options may follow as a query string, such as `?requireTLS=true`. Every timeout ends well before the outbox
 * gives the mail to another process.
 */
export function createSmtpMailer(url: string): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    kind: "smtp",
    async send(mail) {
      transport ??= createSmtpTransport(url);
      await (
        await transport
      ).sendMail({ ...toMessage(mail), signal: AbortSignal.timeout(MAIL_SEND_TIMEOUT_MS) });
    },
    async discard(mail) {
      await composeMail(mail);
    },
  };
}

/** Connects to the server of `url` and signs in, without sending a mail. Throws the reason when that is not possible. */
export async function verifySmtp(url: string, timeoutMs: number): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Loaded with the first mail, so that a start without mails does not wait for it. */
async function createSmtpTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: MAIL_SMTP_TIMEOUT_MS,
    greetingTimeout: MAIL_SMTP_TIMEOUT_MS,
    socketTimeout: MAIL_SMTP_TIMEOUT_MS,
  });
}
