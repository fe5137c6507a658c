/** Chooses how mails go out. */
import { fileMailer } from "./file-mailer";
import type { Mailer } from "./mailer";
import { smtpMailer } from "./smtp-mailer";

/** By SMTP when there is a server, as files in `folder` otherwise. */
export function makeMailer({ smtpUrl, folder }: { smtpUrl: string | null; folder: string }): Mailer {
  return smtpUrl === null ? fileMailer(folder) : smtpMailer(smtpUrl);
}
