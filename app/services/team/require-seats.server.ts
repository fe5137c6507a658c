/** The members that a plan includes: checked before someone is invited, and again when they join. */
import { AppError } from "~/domain/errors";
import { toMessage } from "~/domain/messages";
import { getCurrencySymbol, toMajor } from "~/domain/money";
import { findBoundCurrency, fitsCurrency, type PayingState } from "~/domain/plan-currency";
import { findPlanFor } from "~/domain/plan-limits";
import type { SeatPriceView } from "~/domain/plans";
import { canActAs, type Actor } from "~/domain/roles";
import { lockAccount } from "~/models/account.server";
import { countOpenInvites } from "~/models/invite.server";
import { countMembers } from "~/models/membership.server";
import { findPlan, listActivePlans, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { findSubscription } from "~/models/subscription.server";
import type { Viewer } from "../platform/viewer.server";

/** The account's plan, and the ones that it can choose. */
export interface SeatPlans {
  current: PlanRow | null;
  offered: readonly PlanRow[];
}

/** Reads the plans. Called before the transaction, which would lock the plans for other requests. */
export async function findSeatPlans(store: Store, subscription: PayingState | null): Promise<SeatPlans> {
  const planId = subscription?.planId ?? null;
  const current = planId === null ? null : await findPlan(store, { id: planId });
  const bound = findBoundCurrency(subscription, current);
  const offered = await listActivePlans(store);
  return { current, offered: offered.filter((plan) => fitsCurrency(plan, bound)) };
}

/** The same for an account that is not the viewer's. */
export async function findAccountSeatPlans(
  store: Store,
  { accountId }: { accountId: string },
): Promise<SeatPlans> {
  return findSeatPlans(store, await findSubscription(store, { accountId }));
}

/**
 * Throws plan_needed, with the plan that would do, unless the account has seats for `more` further invitations: each
 * member and each open invitation has one. Conflict when no plan has enough. The caller has locked the account.
 */
export async function requireSeatsToInvite(
  store: Store,
  account: { accountId: string; inviter: Actor; more: number; plans: SeatPlans },
): Promise<void> {
  const { accountId, inviter, more, plans } = account;
  const limit = plans.current?.seatLimit ?? null;
  if (limit === null || more <= 0) return;
  const used = (await countMembers(store, { accountId })) + (await countOpenInvites(store, { accountId }));
  if (used + more <= limit) return;
  const counts = { count: limit, used, entered: more };
  const larger = findPlanFor({ plans: plans.offered, members: used + more });
  if (!larger) throw new AppError("conflict", toMessage("team:invite.seats.none_larger", counts), BY_EMAIL);
  const message = toMessage(
    canActAs(inviter, "owner") ? "team:invite.seats.owner" : "team:invite.seats.admin",
    counts,
  );
  throw new AppError("plan_needed", message, { plan: larger.id, ...BY_EMAIL, errors: { email: [message] } });
}

/**
 * Throws plan_needed unless the account has a seat for one more member. Only members count: the invitation that is being
 * accepted had its seat when it was sent, but the plan may have changed since. Locks the account, so that of several
 * who join at the same time each sees the ones before.
 */
export async function requireSeatToJoin(
  store: Store,
  { accountId, plans }: { accountId: string; plans: SeatPlans },
): Promise<void> {
  const limit = plans.current?.seatLimit ?? null;
  if (limit === null) return;
  await lockAccount(store, { id: accountId });
  const members = await countMembers(store, { accountId });
  if (members < limit) return;
  const message = toMessage("team:join.no_seat", { count: limit });
  const larger = findPlanFor({ plans: plans.offered, members: members + 1 });
  if (!larger) throw new AppError("conflict", message);
  throw new AppError("plan_needed", message, { plan: larger.id });
}

/** Returns the price of a further member; null unless the viewer's plan has one for each member. */
export function getSeatPrice({
  subscription,
  plan,
}: Pick<Viewer, "subscription" | "plan">): SeatPriceView | null {
  // Only a plan at the provider can have one, and then it counts the seats.
  if (!subscription?.providerId || plan?.type !== "seat") return null;
  const { currency, priceMinor, interval } = plan;
  return { symbol: getCurrencySymbol(currency), price: toMajor(priceMinor, currency), interval };
}

const BY_EMAIL = { inputError: "email" };
