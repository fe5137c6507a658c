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

/**
 * Returns the mails that count as sent and have not arrived, and those that have arrived too often: a process that ends while it sends one
 * leaves it to the next attempt, so twice is right, and once more for each kill.
 */
export async function checkArrivals(
  store: Store,
  mails: Pick<MailServer, "countArrivals">,
  { kills }: { kills: number },
): Promise<string[]> {
  const sent = (await listAll(store, mailEntity)).filter(({ status }) => status === "sent");
  return sent.flatMap(({ id, template, attempts }) => {
    const count = mails.countArrivals(id);
    const most = Math.min(attempts, Math.max(2, 1 + kills));
    return count === 0 || count > most
      ? [`${template} ${id} arrived ${count} times of ${attempts} attempts`]
      : [];
  });
}
