/** Mails by SMTP. */
import { createTransport } from "nodemailer";
import { MAIL_SEND_TIMEOUT_MS, MAIL_SMTP_TIMEOUT_MS } from "~/domain/limits";
import { toMessage, type Mailer } from "./mailer";

/**
 * Sends through the server of `url`, as `smtp://user:password@host:587` or `smtps://host:465`; nodemailer's options
 * may follow as a query, such as `?requireTLS=true`. Every wait ends well before the outbox gives the mail to another
 * process.
 */
export function smtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: MAIL_SMTP_TIMEOUT_MS,
    greetingTimeout: MAIL_SMTP_TIMEOUT_MS,
    socketTimeout: MAIL_SMTP_TIMEOUT_MS,
  });
  return {
    kind: "smtp",
    async send(mail) {
      await transport.sendMail({ ...toMessage(mail), signal: AbortSignal.timeout(MAIL_SEND_TIMEOUT_MS) });
    },
  };
}
