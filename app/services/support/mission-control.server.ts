/** Mission control, for masters only: lists the mails that were given up. */
import type { PagePosition } from "~/domain/paging";
import { listDeadMails } from "~/models/mail.server";
import type { Store } from "~/models/store/store";

/** A mail that was given up, without its content, whose links may contain tokens. */
export interface FailedMail {
  id: string;
  recipient: string;
  template: string;
  failure: string | null;
  /** The time of the last attempt. */
  date: string;
}

/** Mails that were given up, newest first. */
export async function listFailedMails(
  store: Store,
  at: PagePosition,
): Promise<{ mails: FailedMail[]; next: string | null; previous: string | null }> {
  const { rows, next, previous } = await listDeadMails(store, at);
  const mails = rows.map(({ id, recipient, template, failure, dueAt }) => ({
    id,
    recipient,
    template,
    failure,
    date: dueAt.toISOString(),
  }));
  return { mails, next, previous };
}
