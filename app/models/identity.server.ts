/** The user's identity at an identity provider: whom the provider says it is, and its id for the user, never an email. */
import { createHash } from "node:crypto";
import { v7 as uuid } from "uuid";
import { date, id, nullable, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface IdentityRow {
  id: string;
  /** The provider's id in the settings, by which the user sees and disconnects it. */
  provider: string;
  /** Whom the provider says it is (OpenID Connect); null for one by OAuth 2.0 alone, which is known by its id here. */
  issuer: string | null;
  /** See `toSubjectKey`. It never changes. */
  subject: string;
  userId: string;
  createdAt: Date;
  /** When the user last signed in by it; null if never. */
  lastUsedAt: Date | null;
}

export const identityEntity: Entity<IdentityRow> = {
  table: "social_logins",
  belongsTo: { user: "userId" },
  fields: {
    id: id(),
    provider: string(16),
    issuer: nullable(string()),
    subject: string(),
    userId: id(),
    createdAt: date(),
    lastUsedAt: nullable(date()),
  },
  unique: [
    ["provider", "subject"],
    ["userId", "provider"],
  ],
  indexes: [["subject"]],
};

/** A user at a provider, as the provider has told. */
export interface Identity {
  provider: string;
  issuer: string | null;
  subject: string;
}

/** The identity, whichever user it belongs to, and whatever the provider was called when it was connected; null without one. */
export function findIdentity(store: Store, identity: Identity): Promise<IdentityRow | null> {
  const { provider, issuer } = identity;
  const subject = toSubjectKey(identity);
  return store.findOne(identityEntity, issuer === null ? { provider, subject } : { issuer, subject });
}

/** All providers that the user has connected, one row each. */
export function listIdentities(store: Store, { userId }: { userId: string }): Promise<IdentityRow[]> {
  return store.find(identityEntity, { userId });
}

/** Connects a provider. Throws DuplicateError, naming `subject` or `userId`, when either is connected already. */
export function createIdentity(
  store: Store,
  { userId, ...identity }: Identity & Pick<IdentityRow, "userId">,
): Promise<void> {
  const { provider, issuer } = identity;
  const subject = toSubjectKey(identity);
  const created = { id: uuid(), provider, issuer, subject, userId, createdAt: new Date(), lastUsedAt: null };
  return store.insert(identityEntity, created);
}

export async function recordIdentityUse(store: Store, { id }: Pick<IdentityRow, "id">): Promise<void> {
  await store.update(identityEntity, { id }, { lastUsedAt: new Date() });
}

/** Disconnects a provider; false when it was not connected. */
export async function deleteIdentity(
  store: Store,
  { userId, provider }: Pick<IdentityRow, "userId" | "provider">,
): Promise<boolean> {
  return (await store.remove(identityEntity, { userId, provider })) === 1;
}

/** Disconnects every provider of the user. */
export async function deleteIdentities(store: Store, { userId }: { userId: string }): Promise<void> {
  await store.remove(identityEntity, { userId });
}

/**
 * Issuer and subject identify a user together (OpenID Connect Core §2), so the column holds a hash of both: a setting that
 * leads to another issuer leads to other users, and no database compares it without regard to case. A provider without an
 * issuer is its own: the column holds its id for the user.
 */
function toSubjectKey({ issuer, subject }: Identity): string {
  if (issuer === null) return subject;
  return createHash("sha256").update(`${issuer} ${subject}`).digest("base64url");
}
