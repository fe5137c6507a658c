/** One-time tokens: made, and used up by whoever brings them first. Design: identity. */
import { v7 as uuid } from "uuid";
import { MAILED_LINKS_ALIVE, TOKEN_LIVES_MS } from "~/domain/limits";
import type { Store } from "~/models/store/store";
import type { TokenKind, TokenRow } from "~/models/token.server";
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

/** The kinds that a mail carries: anyone can have one sent, so a new one must not end the one the owner is about to open. */
const MAILED: ReadonlySet<TokenKind> = new Set<TokenKind>(["verify", "magic", "reset"]);

/**
 * Makes a token and returns it, to be sent. Of those that are mailed, the last MAILED_LINKS_ALIVE of a kind for the same
 * user and email keep working; of any other kind only the newest does.
 */
export async function issueToken(
  store: Store,
  secrets: Secrets,
  { kind, userId, email, accountId, data }: TokenFor,
): Promise<string> {
  const now = new Date();
  const token = newToken(PREFIXES[kind]);
  if (userId) await endOlder(store, { userId, kind, email }, now);
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

/** Ends the tokens that a new one of this kind takes the place of. */
async function endOlder(
  store: Store,
  { userId, kind, email }: Pick<TokenRow, "userId" | "kind" | "email">,
  now: Date,
): Promise<void> {
  const live = { userId, kind, usedAt: null };
  if (!MAILED.has(kind)) {
    await store.update("tokens", live, { usedAt: now });
    return;
  }
  await store.update("tokens", { ...live, email: { not: email } }, { usedAt: now });
  const newest = { order: { by: "createdAt", direction: "desc" }, limit: MAILED_LINKS_ALIVE - 1 } as const;
  const oldestKept = (await store.find("tokens", live, newest))[MAILED_LINKS_ALIVE - 2];
  if (!oldestKept) return;
  await store.update("tokens", { ...live, createdAt: { lt: oldestKept.createdAt } }, { usedAt: now });
}

/** The row of a token that still works, without using it up; null otherwise. */
export async function findToken(store: Store, kind: TokenKind, token: string): Promise<TokenRow | null> {
  const row = await store.findOne("tokens", { hash: hashToken(token), kind, usedAt: null });
  return row && row.expiresAt > new Date() ? row : null;
}

/** Uses a token up, in one statement, and the others of a mailed kind with it; null when it is unknown, used or expired. */
export async function consumeToken(store: Store, kind: TokenKind, token: string): Promise<TokenRow | null> {
  const now = new Date();
  const hash = hashToken(token);
  const used = await store.update(
    "tokens",
    { hash, kind, usedAt: null, expiresAt: { gt: now } },
    { usedAt: now },
  );
  if (used !== 1) return null;
  const row = await store.findOne("tokens", { hash });
  if (row && MAILED.has(kind)) {
    await store.update("tokens", { userId: row.userId, kind, usedAt: null }, { usedAt: now });
  }
  return row;
}

/** What the maker of a token left in it. */
export function dataOf(secrets: Secrets, row: TokenRow): unknown {
  return row.data === null ? {} : JSON.parse(secrets.open(`token_${row.kind}`, row.data));
}

/** Takes back whatever could still let somebody in as this person. */
export async function revokeTokens(store: Store, userId: string): Promise<void> {
  await store.update("tokens", { userId, kind: { not: "verify" }, usedAt: null }, { usedAt: new Date() });
}
