/** The mails of /dev/mail, while they are files that only this machine can ask for; elsewhere there is no such page. */
import { join } from "node:path";
import type { Config } from "~/config.server";
import { AppError } from "~/domain/errors";
import { listMails, readMail, type MailDetail, type MailSummary } from "~/gateways/mail/mailbox";
import type { App } from "../app.server";

/** Whether mails stay on this machine, and whoever reads them sits at it. */
export function isMailLocal({ config }: Pick<App, "config">): boolean {
  return config.isLocal && config.smtpUrl === null && config.stripe === null;
}

/** The newest mails. Throws not_found where mails are really sent. */
export function listDevMails(app: App): Promise<MailSummary[]> {
  return listMails(folderOf(app));
}

/** One mail. Throws not_found. */
export async function getDevMail(app: App, id: string): Promise<MailDetail> {
  const mail = await readMail(folderOf(app), id);
  if (!mail) throw new AppError("not_found", "errors:not_found");
  return mail;
}

/** Where mails are that are not sent. */
export function mailFolder({ dataDir }: Config): string {
  return join(dataDir, "mail");
}

function folderOf(app: App): string {
  if (!isMailLocal(app)) throw new AppError("not_found", "errors:not_found");
  return mailFolder(app.config);
}
