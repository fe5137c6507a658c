/** Passkeys: the public keys that users have registered, each found by the hash of its credential's id. */
import { v7 as uuid } from "uuid";
import { PASSKEYS_MAX } from "~/domain/passkeys";
import { boolean, date, id, integer, nullable, string, text, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface PasskeyRow {
  id: string;
  userId: string;
  /** SHA-256 of the credential's id, in hex. The id itself may be longer than an index allows. */
  credentialHash: string;
  /** The authenticator's id for the credential, in base64url. */
  credentialId: string;
  /** In COSE's format (RFC 9053), in base64url. */
  publicKey: string;
  /** The authenticator's count of its signatures when it was last used; 0 where it counts none. */
  counter: number;
  /** How the browser reaches the authenticator, separated by commas; null where it did not say. */
  transports: string | null;
  name: string;
  /** The host of APP_URL for which it was created: it works for this one alone. */
  rpId: string;
  /** It stays in the authenticator, which has checked who holds it: it is both factors, and signs in by itself. */
  canSignIn: boolean;
  /** The authenticator copies it to the user's other devices. */
  isSynced: boolean;
  /** Such a copy exists. */
  isBackedUp: boolean;
  /** The model of the authenticator, as the authenticator says: nothing depends on it but the first name. */
  aaguid: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
}

export const passkeyEntity: Entity<PasskeyRow> = {
  table: "passkeys",
  belongsTo: { user: "userId" },
  fields: {
    id: id(),
    userId: id(),
    credentialHash: string(64),
    credentialId: text(),
    publicKey: text(),
    counter: integer(),
    transports: nullable(string()),
    name: string(100),
    rpId: string(255),
    canSignIn: boolean(),
    isSynced: boolean(),
    isBackedUp: boolean(),
    aaguid: string(36),
    createdAt: date(),
    lastUsedAt: nullable(date()),
    lastUsedIp: nullable(string(64)),
  },
  unique: [["credentialHash"]],
  indexes: [["userId", "createdAt"]],
};

/** What a registration gives. */
export type NewPasskey = Omit<PasskeyRow, "id" | "createdAt" | "lastUsedAt" | "lastUsedIp">;

/** The user's passkeys, oldest first. */
export function listPasskeys(store: Store, { userId }: { userId: string }): Promise<PasskeyRow[]> {
  const oldest = { order: { by: "createdAt", direction: "asc" }, limit: PASSKEYS_MAX } as const;
  return store.find(passkeyEntity, { userId }, oldest);
}

/** How many passkeys the user has, for one host only if it is given. */
export function countPasskeys(
  store: Store,
  { userId, rpId }: { userId: string; rpId?: string },
): Promise<number> {
  return store.count(passkeyEntity, { userId, ...(rpId !== undefined && { rpId }) });
}

/** The passkey of a credential, whichever user it belongs to; null without one. The credential is a secret of its holder. */
export function findPasskeyByCredential(
  store: Store,
  { credentialHash }: Pick<PasskeyRow, "credentialHash">,
): Promise<PasskeyRow | null> {
  return store.findOne(passkeyEntity, { credentialHash });
}

/** Stores a passkey, and returns its row. Throws DuplicateError when a user, this one or another, has the credential. */
export async function createPasskey(store: Store, passkey: NewPasskey): Promise<PasskeyRow> {
  const row = { ...passkey, id: uuid(), createdAt: new Date(), lastUsedAt: null, lastUsedIp: null };
  await store.insert(passkeyEntity, row);
  return row;
}

/**
 * Notes a use, in one statement: the counter must have grown, or count nothing at all. False when it has not, or the
 * passkey was removed.
 */
export async function recordPasskeyUse(
  store: Store,
  { id, userId }: Pick<PasskeyRow, "id" | "userId">,
  { counter, isBackedUp, ip }: Pick<PasskeyRow, "counter" | "isBackedUp"> & { ip: string },
): Promise<boolean> {
  const grown = { id, userId, counter: counter === 0 ? 0 : { lt: counter } };
  const use = { counter, isBackedUp, lastUsedAt: new Date(), lastUsedIp: ip };
  return (await store.update(passkeyEntity, grown, use)) === 1;
}

/** Whether the user still has this passkey. */
export async function hasPasskey(
  store: Store,
  { id, userId }: Pick<PasskeyRow, "id" | "userId">,
): Promise<boolean> {
  return (await store.count(passkeyEntity, { id, userId })) === 1;
}

/** Renames a passkey of this user; null when they have none of this id. */
export async function renamePasskey(
  store: Store,
  { id, userId, name }: Pick<PasskeyRow, "id" | "userId" | "name">,
): Promise<PasskeyRow | null> {
  if ((await store.update(passkeyEntity, { id, userId }, { name })) !== 1) return null;
  return store.findOne(passkeyEntity, { id, userId });
}

/** Deletes a passkey of this user and returns it; null when they have none of this id. */
export async function deletePasskey(
  store: Store,
  { id, userId }: Pick<PasskeyRow, "id" | "userId">,
): Promise<PasskeyRow | null> {
  const row = await store.findOne(passkeyEntity, { id, userId });
  return row && (await store.remove(passkeyEntity, { id, userId })) === 1 ? row : null;
}

/** Deletes every passkey of the user. */
export async function deletePasskeys(store: Store, { userId }: { userId: string }): Promise<void> {
  await store.remove(passkeyEntity, { userId });
}
