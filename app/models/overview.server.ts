/** For mission control only: counts over all accounts and users, each by an index that holds what it counts. */
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from "~/domain/plans";
import { subscriptionEntity } from "./subscription.server";
import { accountEntity } from "./account.server";
import { userEntity } from "./user.server";
import type { Store } from "./store/store";

/** How many users have signed up since `since`, for each day in UTC with sign-ups. */
export function countSignUps(store: Store, { since }: { since: Date }): Promise<Map<string, number>> {
  return store.countByDay(userEntity, { createdAt: { gte: since } }, "createdAt");
}

/** How many accounts there are. */
export function countAccounts(store: Store): Promise<number> {
  return store.count(accountEntity, {});
}

/**
 * How many accounts with a plan have each status. All accounts are counted, and then those without a plan, who are few:
 * MariaDB takes three times as long for a condition that nearly all rows meet.
 */
export async function countStatuses(store: Store): Promise<Record<SubscriptionStatus, number>> {
  const [all, withoutPlan] = await Promise.all([
    store.countBy(subscriptionEntity, {}, "status"),
    store.countBy(subscriptionEntity, { planId: null }, "status"),
  ]);
  const entries = SUBSCRIPTION_STATUSES.map(
    (status) => [status, (all.get(status) ?? 0) - (withoutPlan.get(status) ?? 0)] as const,
  );
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
    store.countBy(subscriptionEntity, paying, "planId"),
    store.sumBy(subscriptionEntity, paying, { sum: "seats", by: "planId" }),
  ]);
  return new Map([...accounts].map(([id, count]) => [id, { accounts: count, seats: seats.get(id) ?? 0 }]));
}
