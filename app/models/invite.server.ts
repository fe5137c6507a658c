/** An invitation to join an account. It is deleted when it is accepted or revoked. */
import { v7 as uuid } from "uuid";
import type { Role } from "~/domain/roles";
import { date, id, string, type Entity } from "./store/entity";
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
  const created = { ...invite, id: uuid(), createdAt: invite.sentAt };
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
  return (await store.update(inviteEntity, { id, tokenHash }, sent)) === 1;
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
