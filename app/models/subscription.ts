/** What an account is subscribed to: one row an account, by its primary key. Spec §3. */
import type { SubscriptionStatus } from "~/domain/subscription";
import { boolean, date, id, integer, nullable, string, type Entity } from "./store/entity";

export interface SubscriptionRow {
  /** The account's id. */
  id: string;
  /** Null until the first plan has begun; the status means nothing until then. */
  planId: string | null;
  status: SubscriptionStatus;
  /** The account at the provider, made once. */
  customerId: string | null;
  /** The newest subscription at the provider; null on the free plan. */
  providerId: string | null;
  /** How many are paid for: the members on a plan per seat, 1 on any other. */
  seats: number;
  cancelAtPeriodEnd: boolean;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  /** Counts the changes: what was asked of the provider before another change is not written over it. */
  revision: number;
  updatedAt: Date;
}

export const subscriptionEntity: Entity<SubscriptionRow> = {
  table: "subscriptions",
  belongsTo: { account: "id" },
  fields: {
    id: id(),
    planId: nullable(id()),
    status: string(32),
    customerId: nullable(string(64)),
    providerId: nullable(string(64)),
    seats: integer(),
    cancelAtPeriodEnd: boolean(),
    currentPeriodStart: nullable(date()),
    currentPeriodEnd: nullable(date()),
    revision: integer(),
    updatedAt: date(),
  },
  indexes: [["customerId"], ["providerId"]],
};
