/** One-time tokens, sent by mail or handed over: kept as SHA-256, used up by one conditional update. */
import { date, id, integer, nullable, string, type Entity } from "./store/entity";

export type TokenKind = "verify";

export interface TokenRow {
  id: string;
  /** SHA-256 of the token, in hex. */
  hash: string;
  kind: TokenKind;
  userId: string;
  /** The address the token was sent to: it proves that one and no other. */
  email: string;
  attempts: number;
  expiresAt: Date;
  usedAt: Date | null;
  createdAt: Date;
}

export const tokenEntity: Entity<TokenRow> = {
  table: "tokens",
  fields: {
    id: id(),
    hash: string(64),
    kind: string(16),
    userId: id(),
    email: string(),
    attempts: integer(),
    expiresAt: date(),
    usedAt: nullable(date()),
    createdAt: date(),
  },
  unique: [["hash"]],
  indexes: [["userId", "kind"], ["expiresAt"]],
};
