/** What the product is about to ask of the payment provider, written down before it asks. Design: billing. */
import { date, id, nullable, string, type Entity } from "./store/entity";

export type BillingIntentStatus = "started" | "needs_action" | "done" | "failed";

export interface BillingIntentRow {
  id: string;
  accountId: string;
  planId: string;
  status: BillingIntentStatus;
  /** The account's id while the intent is open, `id` afterwards: one open intent an account. */
  openClaim: string;
  /** The subscription the provider made for it. */
  providerId: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export const billingIntentEntity: Entity<BillingIntentRow> = {
  table: "billing_intents",
  fields: {
    id: id(),
    accountId: id(),
    planId: id(),
    status: string(16),
    openClaim: string(36),
    providerId: nullable(string(64)),
    createdAt: date(),
    finishedAt: nullable(date()),
  },
  unique: [["openClaim"]],
  indexes: [["accountId", "createdAt"]],
};
