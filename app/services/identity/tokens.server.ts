/** One-time tokens: made, and used up by whoever brings them first. Design: identity. */
import { v7 as uuid } from "uuid";
import { TOKEN_LIVES_MS } from "~/domain/limits";
import type { Store } from "~/models/store/store";
import type { TokenKind, TokenRow } from "~/models/token";
import { hashToken, newToken, type Secrets } from "../upkeep/secrets.server";

/** The prefix by which each kind is told from the others at sight. */
const PREFIXES: Record<TokenKind, string> = {
  verify: "ver",
  magic: "mag",
  reset: "rst",
  otp: "otp",
  social: "soc",
  impersonate: "imp",
};

export interface TokenFor {
  kind: TokenKind;
  /** Null where there is no such person yet. */
  userId: string | null;
  /** The address it is sent to, or that the person has: it counts for this one and no other. */
  email: string;
  accountId?: string;
  /** For whoever uses it up; kept sealed. */
  data?: Record<string, unknown>;
}

/** Makes a token and returns it, to be sent; earlier ones of its kind for the same person stop working. */
export async function issueToken(
  store: Store,
  secrets: Secrets,
  { kind, userId, email, accountId, data }: TokenFor,
): Promise<string> {
  const now = new Date();
  const token = newToken(PREFIXES[kind]);
  if (userId) await store.update("tokens", { userId, kind, usedAt: null }, { usedAt: now });
  const id = uuid();
  await store.insert("tokens", {
    id,
    hash: hashToken(token),
    kind,
    userId: userId ?? id,
    accountId: accountId ?? null,
    email,
    data: data ? secrets.seal(`token_${kind}`, JSON.stringify(data)) : null,
    attempts: 0,
    expiresAt: new Date(now.getTime() + TOKEN_LIVES_MS[kind]),
    usedAt: null,
    createdAt: now,
  });
  return token;
}

/** The row of a token that still works, without using it up; null otherwise. */
export async function findToken(store: Store, kind: TokenKind, token: string): Promise<TokenRow | null> {
  const row = await store.findOne("tokens", { hash: hashToken(token), kind, usedAt: null });
  return row && row.expiresAt > new Date() ? row : null;
}

/** Uses a token up, in one statement; null when it is unknown, of another kind, used or too old. */
export async function consumeToken(store: Store, kind: TokenKind, token: string): Promise<TokenRow | null> {
  const now = new Date();
  const hash = hashToken(token);
  const used = await store.update(
    "tokens",
    { hash, kind, usedAt: null, expiresAt: { gt: now } },
    { usedAt: now },
  );
  return used === 1 ? store.findOne("tokens", { hash }) : null;
}

/** What the maker of a token left in it. */
export function dataOf(secrets: Secrets, row: TokenRow): unknown {
  return row.data === null ? {} : JSON.parse(secrets.open(`token_${row.kind}`, row.data));
}

/** Takes back whatever could still let somebody in as this person. */
export async function revokeTokens(store: Store, userId: string): Promise<void> {
  await store.update("tokens", { userId, kind: { not: "verify" }, usedAt: null }, { usedAt: new Date() });
}
