/** Accounts as mission control shows them: with their owner, plan and number of members. */
import { z } from "zod";
import type { AccountRow } from "~/models/account.server";
import { countMembersByAccount, listOwners } from "~/models/membership.server";
import { listAllPlans, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { listSubscriptions, type SubscriptionRow } from "~/models/subscription.server";
import { listUsers, type UserRow } from "~/models/user.server";

export const accountShape = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  plan: z.string().nullable(),
  status: z.string().nullable(),
  members: z.number().int(),
  /** Whether the payment provider knows the account. */
  has_payments: z.boolean(),
  date_created: z.iso.datetime(),
});
export type FoundAccount = z.infer<typeof accountShape>;

/** Converts the accounts of one page, with a few queries for all of them together. */
export async function toAccountResponses(store: Store, rows: readonly AccountRow[]): Promise<FoundAccount[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [owners, subscriptions, plans, members] = await Promise.all([
    findOwners(store, ids),
    listSubscriptions(store, { accountIds: ids }),
    listAllPlans(store),
    countMembersByAccount(store, { accountIds: ids }),
  ]);
  return rows.map((row) => {
    const subscription = subscriptions.find(({ id }) => id === row.id);
    const owner = owners.get(row.id);
    return {
      id: row.id,
      name: row.name,
      owner: owner ? { id: owner.id, name: owner.name, email: owner.email } : null,
      ...findPlan(subscription, plans),
      members: members.get(row.id) ?? 0,
      has_payments: subscription?.customerId != null,
      date_created: row.createdAt.toISOString(),
    };
  });
}

/** The owner of each account. */
async function findOwners(store: Store, accountIds: readonly string[]): Promise<Map<string, UserRow>> {
  const memberships = await listOwners(store, { accountIds });
  if (memberships.length === 0) return new Map();
  const users = await listUsers(store, { ids: memberships.map(({ userId }) => userId) });
  const byId = new Map(users.map((user) => [user.id, user]));
  return new Map(
    memberships.flatMap(({ accountId, userId }) => {
      const owner = byId.get(userId);
      return owner ? [[accountId, owner] as const] : [];
    }),
  );
}

/** Before the first plan, the status has no meaning. */
function findPlan(subscription: SubscriptionRow | undefined, plans: readonly PlanRow[]) {
  if (!subscription?.planId) return { plan: null, status: null };
  const plan = plans.find(({ id }) => id === subscription.planId);
  return { plan: plan?.name ?? subscription.planId, status: subscription.status };
}
