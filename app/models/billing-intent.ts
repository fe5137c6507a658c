/** What the product is about to ask of the payment provider, written down before it asks. Design: billing. */
import { date, id, nullable, string, type Entity } from "./store/entity";

/** `started`: asked, the answer is not known yet. `needs_action`: the person has to authenticate. */
export type BillingIntentStatus = "started" | "needs_action" | "done" | "failed";

export interface BillingIntentRow {
  /** Also the idempotency key at the provider. */
  id: string;
  accountId: string;
  planId: string;
  status: BillingIntentStatus;
  /** The account's id while the intent is open, `id` afterwards: one open intent an account. */
  openClaim: string;
  /** SHA-256 of the card token, in hex: tells a repeated request from a new try. Null on the free plan. */
  tokenHash: string | null;
  /** The subscription the provider made for it. */
  providerId: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export const billingIntentEntity: Entity<BillingIntentRow> = {
  table: "billing_intents",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    planId: id(),
    status: string(16),
    openClaim: string(36),
    tokenHash: nullable(string(64)),
    providerId: nullable(string(64)),
    createdAt: date(),
    finishedAt: nullable(date()),
  },
  unique: [["openClaim"]],
  indexes: [["accountId", "createdAt"], ["providerId"], ["status", "createdAt"]],
};
