/** For mission control only: counts over all accounts and users, each by an index that holds what it counts. */
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from "~/domain/plans";
import type { Store } from "./store/store";

/** How many users have signed up since `since`, for each day in UTC with sign-ups. */
export function countSignUps(store: Store, { since }: { since: Date }): Promise<Map<string, number>> {
  return store.countByDay("users", { createdAt: { gte: since } }, "createdAt");
}

/** How many accounts there are. */
export function countAccounts(store: Store): Promise<number> {
  return store.count("accounts", {});
}

/** How many accounts with one of these plans have each status. */
export async function countStatuses(
  store: Store,
  { planIds }: { planIds: readonly string[] },
): Promise<Record<SubscriptionStatus, number>> {
  const counts = await store.countBy("subscriptions", { planId: { in: planIds } }, "status");
  const entries = SUBSCRIPTION_STATUSES.map((status) => [status, counts.get(status) ?? 0] as const);
  return Object.fromEntries(entries) as Record<SubscriptionStatus, number>;
}

export interface PlanUse {
  accounts: number;
  seats: number;
}

/** How many accounts have each of these plans and an active subscription, and how many seats those have. */
export async function readPlanUse(
  store: Store,
  { planIds }: { planIds: readonly string[] },
): Promise<Map<string, PlanUse>> {
  const paying = { planId: { in: planIds }, status: "active" } as const;
  const [accounts, seats] = await Promise.all([
    store.countBy("subscriptions", paying, "planId"),
    store.sumBy("subscriptions", paying, { sum: "seats", by: "planId" }),
  ]);
  return new Map([...accounts].map(([id, count]) => [id, { accounts: count, seats: seats.get(id) ?? 0 }]));
}
