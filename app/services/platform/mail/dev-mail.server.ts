/** The mails of /dev/mail, while they are files that only this machine can ask for; elsewhere there is no such page. */
import { join } from "node:path";
import type { Config } from "~/config.server";
import { AppError } from "~/domain/errors";
import { listMails, readMail, type MailDetail, type MailSummary } from "~/gateways/mail/mailbox";
import type { App } from "../app.server";
import type { Context } from "../operation.server";

type MailReader = Pick<Context, "app" | "isLocalCaller">;

/** Whether mails stay on this machine, and can be read at /dev/mail there. */
export function isMailLocal({ config }: Pick<App, "config">): boolean {
  return config.isLocal && config.smtpUrl === null && config.stripe === null;
}

/** Whether this caller may read them: any other machine's would read everyone's links. */
export function canReadMails({ app, isLocalCaller }: MailReader): boolean {
  return isMailLocal(app) && isLocalCaller;
}

/** The newest mails. Throws not_found where mails are really sent, and for callers elsewhere. */
export function listDevMails(reader: MailReader): Promise<MailSummary[]> {
  return listMails(requireMailFolder(reader));
}

/** One mail. Throws not_found. */
export async function getDevMail(reader: MailReader, id: string): Promise<MailDetail> {
  const mail = await readMail(requireMailFolder(reader), id);
  if (!mail) throw new AppError("not_found", "errors:not_found");
  return mail;
}

/** Where mails are that are not sent. */
export function getMailFolder({ dataDir }: Config): string {
  return join(dataDir, "mail");
}

function requireMailFolder(reader: MailReader): string {
  if (!canReadMails(reader)) throw new AppError("not_found", "errors:not_found");
  return getMailFolder(reader.app.config);
}
