/** The outbox: a mail is stored in the transaction that causes it, and sent afterwards. */
import { v5 as hashedUuid, v7 as uuid } from "uuid";
import type { JobName } from "~/domain/jobs";
import { MASTER_PAGE_SIZE } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import { date, encrypted, id, integer, nullable, string, text, type Entity } from "./store/entity";
import { findPage, type ListPage } from "./store/list-page";
import { readQueueDepth, type QueueDepth, DEPTH_COUNTED_MAX } from "./store/queue-depth";
import type { Store } from "./store/store";

type MailStatus = "waiting" | "sent" | "dead";

export interface MailRow {
  id: string;
  recipient: string;
  template: string;
  locale: string;
  /** The template's values as JSON, encrypted: links in it carry one-time tokens. Emptied once sent. */
  payload: string;
  status: MailStatus;
  attempts: number;
  /** The mail is not sent before this time. */
  dueAt: Date;
  /** Until when the process that is sending it has claimed it. */
  lockedUntil: Date;
  /** Why the last attempt failed, for mission control. */
  failure: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

export const mailEntity: Entity<MailRow> = {
  table: "mails",
  belongsTo: null,
  fields: {
    id: id(),
    recipient: string(),
    template: string(64),
    locale: string(8),
    payload: encrypted("mail"),
    status: string(16),
    attempts: integer(),
    dueAt: date(),
    lockedUntil: date(),
    failure: nullable(text()),
    createdAt: date(),
    sentAt: nullable(date()),
  },
  indexes: [["status", "dueAt"]],
};

type NewMail = Pick<MailRow, "recipient" | "template" | "locale" | "payload"> & {
  at: Date;
  /** See `toMailId`; a new one by default. */
  id?: string;
};

/** Stores a mail that becomes due at `at`. It is sent once the caller's transaction has committed. */
export async function createMail(store: Store, { at, id, ...mail }: NewMail): Promise<void> {
  await store.insert(mailEntity, {
    ...mail,
    id: id ?? uuid({ msecs: at.getTime() }),
    status: "waiting",
    attempts: 0,
    dueAt: at,
    lockedUntil: at,
    failure: null,
    createdAt: at,
    sentAt: null,
  });
  announceMails(store);
}

function announceMails(store: Store): void {
  store.notify("mails" satisfies JobName);
}

const MAIL_IDS = "0f6c1f0e-6f0b-5b0e-9d5c-6a9a1c0f7d11";

/** The id of the one mail with this key. The primary key keeps two transactions from storing it twice. */
export function toMailId(key: string): string {
  return hashedUuid(key, MAIL_IDS);
}

/** Whether the mail is stored, also when it was sent already. */
export async function isMailStored(store: Store, { id }: Pick<MailRow, "id">): Promise<boolean> {
  return (await store.findOne(mailEntity, { id })) !== null;
}

/** For the outbox only: at most `limit` mails that are due at `at` and not claimed, the longest due first. */
export function listDueMails(store: Store, { at, limit }: { at: Date; limit: number }): Promise<MailRow[]> {
  return store.find(mailEntity, isFree(at), { order: { by: "dueAt", direction: "asc" }, limit });
}

/**
 * Claims the mail until `lockedUntil`; null when another process has claimed it. The claim is one conditional update, so
 * one of any number of processes gets it. It also counts the attempt, so that a mail that crashes its process is not
 * retried forever.
 */
export async function claimMail(
  store: Store,
  row: MailRow,
  { at, lockedUntil }: { at: Date; lockedUntil: Date },
): Promise<MailRow | null> {
  const { id, attempts } = row;
  const claim = { attempts: attempts + 1, lockedUntil };
  const claimed = await store.update(mailEntity, { ...isFree(at), id, attempts }, claim);
  return claimed === 1 ? { ...row, ...claim } : null;
}

/** Keeps the claim until `lockedUntil`. Null when it has ended, and another process may have claimed the mail. */
export async function renewMail(store: Store, row: MailRow, lockedUntil: Date): Promise<MailRow | null> {
  return (await settleMail(store, row, { lockedUntil })) ? { ...row, lockedUntil } : null;
}

/** Records the result of an attempt while the claim is valid. False when another process may have claimed the mail. */
export async function settleMail(
  store: Store,
  { id, attempts, lockedUntil }: MailRow,
  result: Partial<MailRow>,
): Promise<boolean> {
  return (await store.update(mailEntity, { id, attempts, lockedUntil }, result)) !== 0;
}

/**
 * For mission control only: a page of the mails that were given up, MASTER_PAGE_SIZE long, newest first; or of those that
 * wait, the longest due first.
 */
export function listUnsentMails(
  store: Store,
  { status, at }: { status: Exclude<MailStatus, "sent">; at: PagePosition },
): Promise<ListPage<MailRow>> {
  const order = { by: "dueAt", direction: status === "dead" ? "desc" : "asc" } as const;
  return findPage(store, mailEntity, { where: { status }, at, order, size: MASTER_PAGE_SIZE });
}

/** For mission control only: makes mails that were given up due at `at`, with all attempts. Returns how many there were. */
export async function requestDeadMails(
  store: Store,
  { ids, at }: { ids: readonly string[]; at: Date },
): Promise<number> {
  const again = { status: "waiting", attempts: 0, dueAt: at, lockedUntil: at } as const;
  const count = await store.update(mailEntity, { id: { in: ids }, status: "dead" }, again);
  if (count > 0) announceMails(store);
  return count;
}

/** For mission control only: how many mails were given up, DEPTH_COUNTED_MAX at most. */
export function countDeadMails(store: Store): Promise<number> {
  return store.count(mailEntity, { status: "dead" }, { atMost: DEPTH_COUNTED_MAX });
}

/** For the metrics only: the mails that are due at `at`, those that are being sent included. */
export function readMailDepth(store: Store, at: Date): Promise<QueueDepth> {
  const waiting = { status: "waiting", dueAt: { lte: at } } as const;
  return readQueueDepth(store, mailEntity, { waiting, dueSince: "dueAt", at });
}

/** For the checks only: the encrypted values of a mail that was not sent; null when there is none. */
export async function findEncryptedMail(store: Store): Promise<string | null> {
  const order = { by: "dueAt", direction: "desc" } as const;
  const unsent = await Promise.all(
    (["waiting", "dead"] as const).map((status) => store.find(mailEntity, { status }, { order, limit: 1 })),
  );
  const [mail] = unsent.flat().filter(({ payload }) => payload !== "");
  return mail?.payload ?? null;
}

function isFree(at: Date) {
  return { status: "waiting", dueAt: { lte: at }, lockedUntil: { lte: at } } as const;
}
