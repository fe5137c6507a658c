/** One-time tokens, sent by mail or handed over: kept as SHA-256, used up by one conditional update. */
import { date, id, integer, nullable, string, text, type Entity } from "./store/entity";

/**
 * `verify` proves an address, `magic` signs in, `reset` sets a password, `otp` is a sign-in that still needs its code,
 * `social` hands a sign-in at a network over to the page, `impersonate` lets a master in.
 */
export type TokenKind = "verify" | "magic" | "reset" | "otp" | "social" | "impersonate";

export interface TokenRow {
  id: string;
  /** SHA-256 of the token, in hex. */
  hash: string;
  kind: TokenKind;
  /** Whom it is for; the token's own id where there is no such person yet. */
  userId: string;
  /** The account it leads into, where that is decided already. */
  accountId: string | null;
  /** The address the token was sent to: it proves that one and no other. */
  email: string;
  /** What else the one who made it wants to know when it comes back, sealed. */
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
    data: nullable(text()),
    attempts: integer(),
    expiresAt: date(),
    usedAt: nullable(date()),
    createdAt: date(),
  },
  unique: [["hash"]],
  indexes: [["userId", "kind"], ["accountId"], ["expiresAt"]],
};
