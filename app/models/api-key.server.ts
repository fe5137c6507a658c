/** API keys of an account. A key has one secret, and for a while after a rotation the previous one as well. */
import { v7 as uuid } from "uuid";
import { KEY_NAME_MAX_LENGTH, KEYS_MAX } from "~/domain/api-keys";
import { date, id, integer, nullable, string, text, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export const KEY_EXPIRY_BATCH = 50;

export interface ApiKeyRow {
  id: string;
  accountId: string;
  /** The member the key acts as: the one who created it, or rotated it last. */
  createdById: string;
  name: string;
  /** The text that `formatScopes` returns. */
  scopes: string;
  /** IPs and networks, separated by spaces; null when every IP may use the key. */
  allowedIps: string | null;
  /** The newest secret's id. */
  secretId: string;
  /** The beginning and the end of the newest secret. */
  hint: string;
  /** Until when the previous secret works; null without a rotation. */
  overlapEndsAt: Date | null;
  expiresAt: Date | null;
  /** When the mail about the coming end was queued, or turned out to be needless. */
  expiryWarnedAt: Date | null;
  revokedAt: Date | null;
  /** Written at most once a minute. */
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
  createdAt: Date;
}

export const apiKeyEntity: Entity<ApiKeyRow> = {
  table: "api_keys",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    createdById: id(),
    name: string(KEY_NAME_MAX_LENGTH),
    scopes: string(),
    allowedIps: nullable(text()),
    secretId: id(),
    hint: string(32),
    overlapEndsAt: nullable(date()),
    expiresAt: nullable(date()),
    expiryWarnedAt: nullable(date()),
    revokedAt: nullable(date()),
    lastUsedAt: nullable(date()),
    lastUsedIp: nullable(string(64)),
    createdAt: date(),
  },
  indexes: [["accountId", "createdAt"], ["expiresAt"]],
};

interface ApiKeySecretRow {
  id: string;
  keyId: string;
  accountId: string;
  /** SHA-256 of the whole key, in hex. */
  tokenHash: string;
  /** The end of the overlap after a rotation; null for the newest secret. */
  expiresAt: Date | null;
  createdAt: Date;
}

export const apiKeySecretEntity: Entity<ApiKeySecretRow> = {
  table: "api_key_secrets",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    keyId: id(),
    accountId: id(),
    tokenHash: string(64),
    expiresAt: nullable(date()),
    createdAt: date(),
  },
  unique: [["tokenHash"]],
  indexes: [["keyId"], ["accountId"], ["expiresAt"]],
};

/** The calls of a key on one day. */
export interface ApiKeyDayRow {
  id: string;
  keyId: string;
  accountId: string;
  /** In UTC, as YYYY-MM-DD. */
  day: string;
  calls: number;
}

export const apiKeyDayEntity: Entity<ApiKeyDayRow> = {
  table: "api_key_days",
  belongsTo: { account: "accountId" },
  fields: { id: id(), keyId: id(), accountId: id(), day: string(10), calls: integer() },
  unique: [["keyId", "day"]],
  indexes: [["accountId"], ["day"]],
};

type Owner = Pick<ApiKeyRow, "accountId">;
type OwnedKey = Pick<ApiKeyRow, "accountId" | "id">;

/** A new secret: its hash, and what may be shown of it. */
export type NewSecret = Pick<ApiKeySecretRow, "tokenHash"> & Pick<ApiKeyRow, "hint">;

/** All keys of the account, revoked ones too: newest first, KEYS_MAX at most. */
export function listApiKeys(store: Store, { accountId }: Owner): Promise<ApiKeyRow[]> {
  const order = { by: "createdAt", direction: "desc" } as const;
  return store.find(apiKeyEntity, { accountId }, { order, limit: KEYS_MAX });
}

/** Those of these keys that the account has. */
export function listApiKeysById(
  store: Store,
  { accountId, ids }: Owner & { ids: readonly string[] },
): Promise<ApiKeyRow[]> {
  return store.find(apiKeyEntity, { accountId, id: { in: ids } }, { limit: KEYS_MAX });
}

/** The account's key with this id, revoked or not. */
export function findApiKey(store: Store, { accountId, id }: OwnedKey): Promise<ApiKeyRow | null> {
  return store.findOne(apiKeyEntity, { id, accountId });
}

/** How many keys the account has that are not revoked, and how many in all. */
export async function countApiKeys(
  store: Store,
  { accountId }: Owner,
): Promise<{ usable: number; all: number }> {
  const usable = await store.count(apiKeyEntity, { accountId, revokedAt: null });
  return { usable, all: await store.count(apiKeyEntity, { accountId }) };
}

type GivenKey = Pick<
  ApiKeyRow,
  "accountId" | "createdById" | "name" | "scopes" | "allowedIps" | "expiresAt" | "expiryWarnedAt"
>;

/** Stores a new key with its secret. Runs in the caller's transaction. */
export async function createApiKey(
  store: Store,
  given: GivenKey,
  { tokenHash, hint }: NewSecret,
): Promise<ApiKeyRow> {
  const [keyId, secretId, createdAt] = [uuid(), uuid(), new Date()];
  const unused = { overlapEndsAt: null, revokedAt: null, lastUsedAt: null, lastUsedIp: null };
  const key: ApiKeyRow = { ...given, ...unused, id: keyId, secretId, hint, createdAt };
  const { accountId } = given;
  await store.insert(apiKeyEntity, key);
  await store.insert(apiKeySecretEntity, {
    id: secretId,
    keyId,
    accountId,
    tokenHash,
    expiresAt: null,
    createdAt,
  });
  return key;
}

/** Changes the key. False when it was deleted or revoked. */
export async function updateApiKey(
  store: Store,
  { accountId, id }: OwnedKey,
  changes: Partial<
    Pick<ApiKeyRow, "name" | "scopes" | "allowedIps" | "expiresAt" | "expiryWarnedAt" | "revokedAt">
  >,
): Promise<boolean> {
  return (await store.update(apiKeyEntity, { id, accountId, revokedAt: null }, changes)) === 1;
}

/**
 * Gives the key a new secret, for which `createdById` is responsible. The current secret works until `overlapEndsAt`,
 * and not at all with null; a secret from an earlier rotation ends now. Runs in the caller's transaction. False when the
 * key was deleted, revoked or rotated since it was read.
 */
export async function rotateApiKey(
  store: Store,
  { accountId, id, secretId }: Pick<ApiKeyRow, "accountId" | "id" | "secretId">,
  next: NewSecret & Pick<ApiKeyRow, "createdById" | "overlapEndsAt">,
): Promise<boolean> {
  const { tokenHash, ...changes } = next;
  const [nextId, createdAt] = [uuid(), new Date()];
  const asRead = { id, accountId, secretId, revokedAt: null };
  if ((await store.update(apiKeyEntity, asRead, { ...changes, secretId: nextId })) !== 1) return false;
  await store.remove(apiKeySecretEntity, { keyId: id, accountId, id: { not: secretId } });
  const current = { id: secretId, accountId };
  await store.update(apiKeySecretEntity, current, { expiresAt: next.overlapEndsAt ?? createdAt });
  await store.insert(apiKeySecretEntity, {
    id: nextId,
    keyId: id,
    accountId,
    tokenHash,
    expiresAt: null,
    createdAt,
  });
  return true;
}

/** Deletes these keys with their secrets and their usage. Runs in the caller's transaction. */
export async function deleteApiKeys(
  store: Store,
  { accountId, ids }: Owner & { ids: readonly string[] },
): Promise<void> {
  await store.remove(apiKeyEntity, { accountId, id: { in: ids } });
  await store.remove(apiKeySecretEntity, { accountId, keyId: { in: ids } });
  await store.remove(apiKeyDayEntity, { accountId, keyId: { in: ids } });
}

/** For the mails only: keys of all accounts that end within this time and whose end no mail has announced, soonest first. */
export function listExpiringKeys(
  store: Store,
  { after, until }: { after: Date; until: Date },
): Promise<ApiKeyRow[]> {
  const order = { by: "expiresAt", direction: "asc" } as const;
  return store.find(
    apiKeyEntity,
    { expiresAt: { gt: after, lte: until }, expiryWarnedAt: null, revokedAt: null },
    { order, limit: KEY_EXPIRY_BATCH },
  );
}

/** Records the mail about the key's end. False when it was recorded already, or the end was changed meanwhile. */
export async function claimExpiryWarning(
  store: Store,
  { id, accountId, expiresAt }: Pick<ApiKeyRow, "id" | "accountId" | "expiresAt">,
): Promise<boolean> {
  const asRead = { id, accountId, expiresAt, expiryWarnedAt: null, revokedAt: null };
  return (await store.update(apiKeyEntity, asRead, { expiryWarnedAt: new Date() })) === 1;
}
