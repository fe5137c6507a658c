/** Whether the outbox keeps its schedule, and every mail that was sent has arrived. */
import { mailEntity } from "~/models/mail.server";
import type { Store } from "~/models/store/store";
import type { MailServer } from "../../support/mail-server";
import { listAll } from "./rows";

/** How late a mail may be: the outbox is looked through every five seconds, and mails leave one after the other. */
const LATE_MS = 10_000;

/** Returns the mails that wait for longer than they should. */
export async function findLateMails(store: Store): Promise<string[]> {
  const before = Date.now() - LATE_MS;
  const mails = (await listAll(store, mailEntity)).filter(
    ({ status, dueAt, lockedUntil }) =>
      status === "waiting" && dueAt.getTime() < before && lockedUntil.getTime() < before,
  );
  return mails.map(({ id, template, dueAt }) => `${template} ${id} was due at ${dueAt.toISOString()}`);
}

/** Returns the mails that count as sent and have not arrived, and those that have arrived more often than twice. */
export async function checkArrivals(
  store: Store,
  mails: Pick<MailServer, "countArrivals">,
): Promise<string[]> {
  const sent = (await listAll(store, mailEntity)).filter(({ status }) => status === "sent");
  return sent.flatMap(({ id, template }) => {
    const count = mails.countArrivals(id);
    return count === 0 || count > 2 ? [`${template} ${id} arrived ${count} times`] : [];
  });
}
