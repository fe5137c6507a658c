/** Chooses how mails are sent. */
import { createFileMailer } from "./file-mailer";
import type { Mailer } from "./mailer";
import { createSmtpMailer } from "./smtp-mailer";

/** Sends by SMTP when a server is configured; writes files into `folder` otherwise. */
export function makeMailer({ smtpUrl, folder }: { smtpUrl: string | null; folder: string }): Mailer {
  return smtpUrl === null ? createFileMailer(folder) : createSmtpMailer(smtpUrl);
}
