/** One-time tokens: made, and used up by whoever brings them first. Design: identity. */
import { v7 as uuid } from "uuid";
import { TOKEN_LIVES_MS } from "~/domain/limits";
import type { Store } from "~/models/store/store";
import {
  consumeTokenByHash,
  createToken,
  findTokenByHash,
  revokeOlderTokens,
  type TokenKind,
  type TokenRow,
} from "~/models/token.server";
import { hashToken, createRandomToken, type Secrets } from "../platform/crypto/secrets.server";

/** The prefix by which each kind is told from the others at sight. */
const PREFIXES: Record<TokenKind, string> = {
  verify: "ver",
  magic: "mag",
  reset: "rst",
  otp: "otp",
  social: "soc",
  impersonate: "imp",
};

export interface NewToken {
  kind: TokenKind;
  /** Null where there is no such person yet. */
  userId: string | null;
  /** The address it is sent to, or that the person has: it counts for this one and no other. */
  email: string;
  accountId?: string;
  /** For whoever uses it up; kept sealed. */
  data?: Record<string, unknown>;
}

/**
 * Makes a token and returns it, to be sent. Of those that are mailed, the last MAILED_LINKS_ALIVE of a kind for the same
 * user and email keep working; of any other kind only the newest does.
 */
export async function issueToken(
  store: Store,
  secrets: Secrets,
  { kind, userId, email, accountId, data }: NewToken,
): Promise<string> {
  const now = new Date();
  const token = createRandomToken(PREFIXES[kind]);
  if (userId) await revokeOlderTokens(store, { userId, kind, email });
  const id = uuid();
  await createToken(store, {
    id,
    hash: hashToken(token),
    kind,
    userId: userId ?? id,
    accountId: accountId ?? null,
    email,
    data: data ? secrets.encrypt(`token_${kind}`, JSON.stringify(data)) : null,
    attempts: 0,
    expiresAt: new Date(now.getTime() + TOKEN_LIVES_MS[kind]),
    usedAt: null,
    createdAt: now,
  });
  return token;
}

/** The row of a token that still works, without using it up; null otherwise. */
export function findToken(store: Store, kind: TokenKind, token: string): Promise<TokenRow | null> {
  return findTokenByHash(store, { hash: hashToken(token), kind });
}

/** Uses a token up, once; null when it is unknown, used or expired. */
export function consumeToken(store: Store, kind: TokenKind, token: string): Promise<TokenRow | null> {
  return consumeTokenByHash(store, { hash: hashToken(token), kind });
}

/** What the maker of a token left in it. */
export function readTokenData(secrets: Secrets, row: TokenRow): unknown {
  return row.data === null ? {} : JSON.parse(secrets.decrypt(`token_${row.kind}`, row.data));
}
