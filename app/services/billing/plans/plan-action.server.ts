/** The action that a chosen plan means for an account with this subscription. */
import type { PlanAction } from "~/domain/checkout";
import { needsCard } from "~/domain/plans";
import type { PlanRow } from "~/models/plan.server";
import type { SubscriptionRow } from "~/models/subscription.server";
import { hasLivePlan } from "../intents/intents.server";

export type { PlanAction };

export function getPlanAction(row: SubscriptionRow | null, plan: PlanRow): PlanAction {
  if (!hasLivePlan(row)) return "subscribe";
  if (row.providerId === null) return row.planId === plan.id ? "same" : "subscribe";
  if (!isPaid(plan)) return row.cancelAtPeriodEnd && row.nextPlanId === plan.id ? "same" : "cancel";
  if (row.planId === plan.id) return row.cancelAtPeriodEnd ? "resume" : "same";
  return row.status === "active" || row.status === "trialing" ? "change" : "overdue";
}

export function isPaid({ priceMinor, type }: PlanRow): boolean {
  return needsCard({ price: priceMinor, type });
}
