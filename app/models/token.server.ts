/** One-time tokens, sent by mail or given to a page: stored as SHA-256, consumed by one conditional update. */
import { v7 as uuid } from "uuid";
import { MAILED_LINKS_ALIVE } from "~/domain/limits";
import { date, encrypted, id, integer, nullable, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

/**
 * `verify` verifies an email, `magic` signs in, `reset` sets a password, `otp` is the challenge for the second factor,
 * `social` is a pending sign-in through an identity provider, `impersonate` lets a master act as the user, and `first_master`
 * names the email whose first user becomes a master.
 */
export type TokenKind = "verify" | "magic" | "reset" | "otp" | "social" | "impersonate" | "first_master";

/** In place of a user: the first master has not signed up when they are named. */
export const FIRST_MASTER_OWNER = "00000000-0000-7000-8000-000000000001";

export interface TokenRow {
  id: string;
  /** SHA-256 of the token, in hex. */
  hash: string;
  /** `passkey` is no token, but a challenge that a passkey has answered. */
  kind: TokenKind | "passkey";
  /** The token's own id when the user does not exist yet. */
  userId: string;
  /** The account that it signs in to, if that is already decided. */
  accountId: string | null;
  /** The email the token was sent to: it verifies that one and no other. */
  email: string;
  /** Further data for the operation that consumes it, encrypted. */
  data: string | null;
  attempts: number;
  expiresAt: Date;
  usedAt: Date | null;
  createdAt: Date;
}

export const tokenEntity: Entity<TokenRow> = {
  table: "tokens",
  belongsTo: { account: "accountId", user: "userId" },
  fields: {
    id: id(),
    hash: string(64),
    kind: string(16),
    userId: id(),
    accountId: nullable(id()),
    email: string(),
    data: nullable(encrypted("token", "kind")),
    attempts: integer(),
    expiresAt: date(),
    usedAt: nullable(date()),
    createdAt: date(),
  },
  unique: [["hash"]],
  indexes: [["userId", "kind"], ["accountId"], ["expiresAt"]],
};

/** The kinds that are mailed. Anyone can request one, so a new one must not revoke one that the owner is about to use. */
const MAILED: ReadonlySet<TokenRow["kind"]> = new Set<TokenKind>(["verify", "magic", "reset"]);

/** Stores a token. `revokeOlderTokens` revokes those that it replaces. */
export function createToken(store: Store, token: TokenRow): Promise<void> {
  return store.insert(tokenEntity, token);
}

/**
 * Claims the answer of a passkey's challenge, which was stored nowhere until now: the row has been used from the beginning.
 * Throws DuplicateError when it was claimed before.
 */
export function claimAnswer(
  store: Store,
  claim: Pick<TokenRow, "hash" | "userId" | "email" | "expiresAt">,
): Promise<void> {
  const now = new Date();
  return createToken(store, {
    ...claim,
    id: uuid(),
    kind: "passkey",
    accountId: null,
    data: null,
    attempts: 0,
    usedAt: now,
    createdAt: now,
  });
}

/** The token while it can be used, without consuming it; null otherwise. */
export async function findTokenByHash(
  store: Store,
  { hash, kind }: Pick<TokenRow, "hash" | "kind">,
): Promise<TokenRow | null> {
  const token = await store.findOne(tokenEntity, { hash, kind, usedAt: null });
  return token && token.expiresAt > new Date() ? token : null;
}

/**
 * Marks the token as used, in one statement: of several concurrent requests, one gets the row. Consuming a mailed token
 * revokes the user's others of its kind. Null when the token is unknown, used or expired.
 */
export async function consumeTokenByHash(
  store: Store,
  { hash, kind }: Pick<TokenRow, "hash" | "kind">,
): Promise<TokenRow | null> {
  const now = new Date();
  const unused = { hash, kind, usedAt: null, expiresAt: { gt: now } };
  if ((await store.update(tokenEntity, unused, { usedAt: now })) !== 1) return null;
  const token = await store.findOne(tokenEntity, { hash });
  if (token && MAILED.has(kind)) await revokeTokens(store, { userId: token.userId, kind });
  return token;
}

/**
 * Consumes what names this email as that of the first master; false when nothing does. Of concurrent requests, one gets it.
 */
export async function consumeFirstMaster(store: Store, { email }: Pick<TokenRow, "email">): Promise<boolean> {
  const now = new Date();
  const unused = { userId: FIRST_MASTER_OWNER, kind: "first_master", usedAt: null } as const;
  return (await store.update(tokenEntity, { ...unused, email, expiresAt: { gt: now } }, { usedAt: now })) > 0;
}

/**
 * Counts a failed or successful attempt; false when the token is used, or another attempt was counted since `attempts`
 * was read. So of any number of concurrent attempts, no more pass than the count allows.
 */
export async function countTokenAttempt(
  store: Store,
  { id, userId, attempts }: Pick<TokenRow, "id" | "userId" | "attempts">,
): Promise<boolean> {
  const asRead = { id, userId, usedAt: null, attempts };
  return (await store.update(tokenEntity, asRead, { attempts: attempts + 1 })) === 1;
}

/** Revokes the user's unused tokens of one kind, or of every kind that leads into one account. */
export async function revokeTokens(
  store: Store,
  { userId, ...match }: { userId: string } & ({ kind: TokenRow["kind"] } | { accountId: string }),
): Promise<void> {
  await store.update(tokenEntity, { userId, ...match, usedAt: null }, { usedAt: new Date() });
}

/** Revokes every unused token that could still sign the user in: all but those that verify an email. */
export async function revokeSignInTokens(store: Store, { userId }: { userId: string }): Promise<void> {
  await store.update(tokenEntity, { userId, kind: { not: "verify" }, usedAt: null }, { usedAt: new Date() });
}

/**
 * Revokes the tokens that a new one replaces. Of a mailed kind the newest stay usable, MAILED_LINKS_ALIVE with the new
 * one, if they were sent to the same email; of any other kind none does.
 */
export async function revokeOlderTokens(
  store: Store,
  { userId, kind, email }: Pick<TokenRow, "userId" | "kind" | "email">,
): Promise<void> {
  if (!MAILED.has(kind)) return revokeTokens(store, { userId, kind });
  const usedAt = new Date();
  const unused = { userId, kind, usedAt: null };
  await store.update(tokenEntity, { ...unused, email: { not: email } }, { usedAt });
  const newest = { order: { by: "createdAt", direction: "desc" }, limit: MAILED_LINKS_ALIVE - 1 } as const;
  const oldestKept = (await store.find(tokenEntity, unused, newest))[MAILED_LINKS_ALIVE - 2];
  if (!oldestKept) return;
  await store.update(tokenEntity, { ...unused, createdAt: { lt: oldestKept.createdAt } }, { usedAt });
}
