/** What an account is subscribed to: one row an account, by its primary key. Spec §3. */
import { boolean, date, id, integer, nullable, string, type Entity } from "./store/entity";

/** The states the product distinguishes; the provider's others are folded into them. Spec §4. */
export type SubscriptionStatus =
  | "active"
  | "trialing"
  | "requires_payment_method"
  | "requires_action"
  | "canceled";

export interface SubscriptionRow {
  /** The account's id. */
  id: string;
  /** Null while the first payment is still pending. */
  planId: string | null;
  status: SubscriptionStatus;
  customerId: string | null;
  /** The live subscription at the provider; null on the free plan. */
  providerId: string | null;
  /** A subscription whose first payment waits for the person's authentication, and its plan. */
  pendingProviderId: string | null;
  pendingPlanId: string | null;
  seats: number;
  cancelAtPeriodEnd: boolean;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  updatedAt: Date;
}

export const subscriptionEntity: Entity<SubscriptionRow> = {
  table: "subscriptions",
  fields: {
    id: id(),
    planId: nullable(id()),
    status: string(32),
    customerId: nullable(string(64)),
    providerId: nullable(string(64)),
    pendingProviderId: nullable(string(64)),
    pendingPlanId: nullable(id()),
    seats: integer(),
    cancelAtPeriodEnd: boolean(),
    currentPeriodStart: nullable(date()),
    currentPeriodEnd: nullable(date()),
    updatedAt: date(),
  },
  indexes: [["customerId"], ["providerId"], ["pendingProviderId"]],
};
