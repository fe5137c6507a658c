/** An invitation to join an account. It is deleted when it is accepted or revoked. */
import { v7 as uuid } from "uuid";
import type { Role } from "~/domain/roles";
import { days } from "~/domain/limits";
import { date, id, nullable, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface InviteRow {
  /** Visible to the account's admins. The link in the mail contains a secret token instead. */
  id: string;
  accountId: string;
  email: string;
  /** Never owner. */
  role: Exclude<Role, "owner">;
  /** SHA-256 of the token in the newest mail, in hex. */
  tokenHash: string;
  invitedById: string;
  sentAt: Date;
  expiresAt: Date;
  createdAt: Date;
  /** When the reader of the expired link last asked for a new one. */
  askedAt: Date | null;
}

export const inviteEntity: Entity<InviteRow> = {
  table: "invites",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    email: string(),
    role: string(16),
    tokenHash: string(64),
    invitedById: id(),
    sentAt: date(),
    expiresAt: date(),
    createdAt: date(),
    askedAt: nullable(date()),
  },
  unique: [["accountId", "email"], ["tokenHash"]],
  indexes: [["accountId", "createdAt"], ["expiresAt"]],
};

/** The columns that change each time the invitation is sent. */
type SentInvite = Pick<InviteRow, "role" | "tokenHash" | "invitedById" | "sentAt" | "expiresAt">;

/** The account's invitation with this id, expired or not. */
export function findInvite(
  store: Store,
  { accountId, id }: Pick<InviteRow, "accountId" | "id">,
): Promise<InviteRow | null> {
  return store.findOne(inviteEntity, { id, accountId });
}

/** The invitation whose link has this token; null when it was used, revoked, sent again or has expired. */
export async function findInviteByToken(
  store: Store,
  { tokenHash }: Pick<InviteRow, "tokenHash">,
): Promise<InviteRow | null> {
  const invite = await store.findOne(inviteEntity, { tokenHash });
  return invite && invite.expiresAt > new Date() ? invite : null;
}

/** The invitation whose link had this token until it expired; null when it was used, revoked or sent again. */
export async function findExpiredInvite(
  store: Store,
  { tokenHash }: Pick<InviteRow, "tokenHash">,
): Promise<InviteRow | null> {
  const invite = await store.findOne(inviteEntity, { tokenHash });
  return invite && invite.expiresAt <= new Date() ? invite : null;
}

const ASKED_AT_MOST_EVERY_MS = days(1);

/** Whether the reader of the expired link may ask for a new one: not within a day of the last time. */
export function canAskAgain({ askedAt }: Pick<InviteRow, "askedAt">, now: Date): boolean {
  return askedAt === null || askedAt.getTime() < now.getTime() - ASKED_AT_MOST_EVERY_MS;
}

/** Records that a new invitation was asked for. False within a day of the last time: only one concurrent call claims it. */
export async function claimInviteRequest(
  store: Store,
  { id, tokenHash, askedAt }: Pick<InviteRow, "id" | "tokenHash" | "askedAt">,
  now: Date,
): Promise<boolean> {
  const last = askedAt && { lt: new Date(now.getTime() - ASKED_AT_MOST_EVERY_MS) };
  return (await store.update(inviteEntity, { id, tokenHash, askedAt: last }, { askedAt: now })) === 1;
}

/** The account's invitations to these emails, expired ones too. */
export function listInvitesTo(
  store: Store,
  { accountId, emails }: { accountId: string; emails: readonly string[] },
): Promise<InviteRow[]> {
  return store.find(inviteEntity, { accountId, email: { in: emails } });
}

/** The account's invitations with these ids, expired ones too, 100 at most. */
export function listInvitesById(
  store: Store,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<InviteRow[]> {
  return store.find(inviteEntity, { accountId, id: { in: ids } });
}

/** How many of the account's invitations can still be accepted. */
export function countOpenInvites(store: Store, { accountId }: Pick<InviteRow, "accountId">): Promise<number> {
  return store.count(inviteEntity, { accountId, expiresAt: { gt: new Date() } });
}

/** Throws DuplicateError when the account has an invitation to this email. */
export async function createInvite(
  store: Store,
  invite: SentInvite & Pick<InviteRow, "accountId" | "email">,
): Promise<InviteRow> {
  const created = { ...invite, id: uuid(), createdAt: invite.sentAt, askedAt: null };
  await store.insert(inviteEntity, created);
  return created;
}

/**
 * Replaces the invitation's link, so that the one that was sent before stops working. False when it was accepted,
 * revoked or sent again since it was read.
 */
export async function renewInvite(
  store: Store,
  { id, tokenHash }: Pick<InviteRow, "id" | "tokenHash">,
  sent: SentInvite,
): Promise<boolean> {
  return (await store.update(inviteEntity, { id, tokenHash }, { ...sent, askedAt: null })) === 1;
}

/** Deletes the invitation if it can still be used. False when it was used, revoked or has expired in the meantime. */
export async function consumeInvite(
  store: Store,
  { id, tokenHash }: Pick<InviteRow, "id" | "tokenHash">,
): Promise<boolean> {
  return (await store.remove(inviteEntity, { id, tokenHash, expiresAt: { gt: new Date() } })) === 1;
}

/** Deletes the invitation, expired or not. False when it was used, revoked or sent again since it was read. */
export async function deleteInvite(
  store: Store,
  { id, tokenHash }: Pick<InviteRow, "id" | "tokenHash">,
): Promise<boolean> {
  return (await store.remove(inviteEntity, { id, tokenHash })) === 1;
}

/** Deletes all invitations of the account. */
export async function deleteInvites(
  store: Store,
  { accountId }: Pick<InviteRow, "accountId">,
): Promise<void> {
  await store.remove(inviteEntity, { accountId });
}
