/** One-time tokens: each is stored as a hash, and the first request that consumes it makes it invalid. */
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
import { hashToken, createRandomToken, type Secrets } from "~/crypto/secrets.server";

/** The prefix of each kind of token, to recognize it in a log or a report. */
const PREFIXES: Record<TokenKind, string> = {
  verify: "ver",
  magic: "mag",
  reset: "rst",
  otp: "otp",
  social: "soc",
  impersonate: "imp",
  first_master: "mst",
};

interface NewToken {
  kind: TokenKind;
  /** Null when the user does not exist yet. */
  userId: string | null;
  /** The email that the token is sent to, or that the user has. The token is valid for this email only. */
  email: string;
  accountId?: string;
  /** Returned when the token is consumed; stored encrypted. */
  data?: Record<string, unknown>;
}

/**
 * Creates a token and returns it. Of the mailed kinds, the newest MAILED_LINKS_ALIVE tokens for the same user and email
 * stay valid; of any other kind, only the newest one.
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

/** Finds the row of a valid token without consuming it; null otherwise. */
export function findToken(store: Store, kind: TokenKind, token: string): Promise<TokenRow | null> {
  return findTokenByHash(store, { hash: hashToken(token), kind });
}

/** Consumes a token and returns its row; null when it is unknown, used or expired. */
export function consumeToken(store: Store, kind: TokenKind, token: string): Promise<TokenRow | null> {
  return consumeTokenByHash(store, { hash: hashToken(token), kind });
}

/** Decrypts the data that the token was created with. */
export function readTokenData(secrets: Secrets, row: TokenRow): unknown {
  return row.data === null ? {} : JSON.parse(secrets.decrypt(`token_${row.kind}`, row.data));
}
