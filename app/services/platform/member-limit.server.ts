/**
 * Accounts with more members than their plan allows. The state begins when a plan that the owner has canceled gives way to a
 * smaller one, and ends when enough members have left or the plan holds them.
 * docs/decisions/0074-cancelling-always-works.md
 */
import type { OverLimitView } from "~/domain/billing";
import { AppError } from "~/domain/errors";
import { toMessage } from "~/domain/messages";
import { findBoundCurrency, fitsCurrency } from "~/domain/plan-currency";
import { findPlanFor } from "~/domain/plan-limits";
import { FIRST_PAID_PLAN } from "~/domain/plans";
import { findAccount, lockAccount, setOverLimit } from "~/models/account.server";
import { countMembers } from "~/models/membership.server";
import { findPlan, listActivePlans, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { findSubscription } from "~/models/subscription.server";
import type { Viewer } from "./viewer.server";

interface Compared {
  accountId: string;
  plan: Pick<PlanRow, "name" | "seatLimit"> | null;
}

/** The plan's limit and the account's members, if these are more than the plan allows; null otherwise. */
export async function findExcess(store: Store, { accountId, plan }: Compared): Promise<OverLimitView | null> {
  if (plan?.seatLimit == null) return null;
  const members = await countMembers(store, { accountId });
  return members > plan.seatLimit ? { plan: plan.name, limit: plan.seatLimit, members } : null;
}

/**
 * Marks the account if it has more members than its new plan allows. Runs in the transaction that changes the plan, which has
 * locked the account.
 */
export async function beginOverLimit(
  store: Store,
  { accountId, plan }: Compared & { plan: PlanRow },
): Promise<void> {
  if (await findExcess(store, { accountId, plan }))
    await setOverLimit(store, { id: accountId, overLimitAt: new Date() });
}

/**
 * Ends the state for an account whose members fit its plan. Runs in the transaction that removes a member or changes the plan,
 * which has locked the account: the removal that makes them fit opens the account at once.
 */
export async function endOverLimit(store: Store, { accountId }: { accountId: string }): Promise<void> {
  const account = await findAccount(store, { id: accountId });
  if (account?.overLimitAt == null) return;
  const planId = (await findSubscription(store, { accountId }))?.planId ?? null;
  const plan = planId === null ? null : await findPlan(store, { id: planId });
  if (await findExcess(store, { accountId, plan })) return;
  await setOverLimit(store, { id: accountId, overLimitAt: null });
}

/**
 * For people: the plan's limit, and the members. Null when the account is not over it. Costs a query only then. An account that
 * fits again because an operator has raised the limit is opened here: its owner is led to a page that asks.
 */
export async function readOverLimit(
  store: Store,
  { account, plan }: Pick<Viewer, "account" | "plan">,
): Promise<OverLimitView | null> {
  if (account.overLimitAt === null) return null;
  const excess = await findExcess(store, { accountId: account.id, plan });
  if (excess === null)
    await store.transaction(async (inner) => {
      await lockAccount(inner, account);
      await endOverLimit(inner, { accountId: account.id });
    });
  return excess;
}

/** How many members the account has beyond its plan's limit; null when it is not over it. */
export async function countOverLimit(
  store: Store,
  viewer: Pick<Viewer, "account" | "plan">,
): Promise<number | null> {
  const found = await readOverLimit(store, viewer);
  return found && found.members - found.limit;
}

/** For a call to an account over its limit: plan_needed, with the cheapest plan that holds the members. */
export async function createOverLimitError(store: Store, viewer: Viewer): Promise<AppError> {
  const { account, plan, subscription } = viewer;
  const members = await countMembers(store, { accountId: account.id });
  const bound = findBoundCurrency(subscription, plan);
  const offered = (await listActivePlans(store)).filter((one) => fitsCurrency(one, bound));
  const larger = findPlanFor({ plans: offered, members });
  const counts = { plan: plan?.name ?? "", count: plan?.seatLimit ?? members, members };
  return new AppError("plan_needed", toMessage("errors:over_limit", counts), {
    plan: larger?.id ?? FIRST_PAID_PLAN,
  });
}
