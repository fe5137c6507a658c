/** The mails of /dev/mail. The page exists only where mails are files that only this machine can request. */
import { join } from "node:path";
import type { Config } from "~/config/config.server";
import { AppError } from "~/domain/errors";
import {
  listMails,
  readAttachment,
  readMail,
  type MailDetail,
  type MailSummary,
} from "~/gateways/mail/mailbox";
import type { MailFile } from "~/gateways/mail/mailer";
import type { App } from "../app.server";
import type { Context } from "../operation.server";

type MailReader = Pick<Context, "app" | "isLocalCaller">;

/** Whether a mail server gets the mails. Otherwise they are files. */
export function sendsMail({ smtpUrl, mailgun }: Pick<Config, "smtpUrl" | "mailgun">): boolean {
  return smtpUrl !== null || mailgun !== null;
}

/** Whether mails are files on this machine instead of being sent. */
export function isMailLocal({ config }: Pick<App, "config">): boolean {
  return config.isLocal && !sendsMail(config) && config.stripe === null;
}

/** Whether this caller may read them. A caller on another machine could use the links of every user. */
export function canReadMails({ app, isLocalCaller }: MailReader): boolean {
  return isMailLocal(app) && isLocalCaller;
}

/** The newest mails. Throws not_found where mails are sent, and for callers on other machines. */
export function listDevMails(reader: MailReader): Promise<MailSummary[]> {
  return listMails(requireMailFolder(reader));
}

/** One mail. Throws not_found. */
export async function getDevMail(reader: MailReader, id: string): Promise<MailDetail> {
  const mail = await readMail(requireMailFolder(reader), id);
  if (!mail) throw new AppError("not_found", "errors:not_found");
  return mail;
}

/** A file that is attached to one mail. Throws not_found. */
export async function getDevAttachment(
  reader: MailReader,
  place: { id: string; index: number },
): Promise<MailFile> {
  const file = await readAttachment(requireMailFolder(reader), place);
  if (!file) throw new AppError("not_found", "errors:not_found");
  return file;
}

/** The folder of mails that are not sent. */
export function getMailFolder({ dataDir }: Config): string {
  return join(dataDir, "mail");
}

function requireMailFolder(reader: MailReader): string {
  if (!canReadMails(reader)) throw new AppError("not_found", "errors:not_found");
  return getMailFolder(reader.app.config);
}
