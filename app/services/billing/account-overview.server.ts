/**
 * The dashboard's account overview: its calls in this period, its members, when its plan renews, and which of the
 * owner's first steps are done.
 */
import { countDone, FIRST_STEPS, type FirstSteps } from "~/domain/first-steps";
import { SEATS_COUNTED_MAX } from "~/domain/limits";
import { canActAs } from "~/domain/roles";
import type { UsageSummary } from "~/domain/billing";
import { readAccountSummary, type AccountSummary } from "~/models/account-summary.server";
import { countMembers } from "~/models/membership.server";
import type { PlanRow } from "~/models/plan.server";
import { hasChecklist } from "../users/first-steps.server";
import type { App } from "../platform/app.server";
import type { Viewer } from "../platform/viewer.server";
import { isPaid } from "./plans/plan-action.server";
import { getViewerPeriod, toApiCallsView } from "./api-calls/account-api-calls.server";

/** The account's own part of the dashboard. */
interface AccountOverview {
  usage: UsageSummary;
  /** Null for another than the owner, once the owner has put the list away, and when every step is done. */
  firstSteps: FirstSteps | null;
}

/**
 * Null for a user who may not read the account's usage, and without a plan. Sends one query, and another one that counts the
 * members of a large account.
 */
export async function readAccountOverview(
  app: Pick<App, "store" | "apiCalls">,
  viewer: Viewer,
  locale: string,
): Promise<AccountOverview | null> {
  const { account, plan, subscription } = viewer;
  if (!plan || !subscription || !canActAs(viewer, "owner")) return null;
  const period = getViewerPeriod(viewer);
  const withFirstSteps = hasChecklist(viewer);
  const found = await readAccountSummary(app.store, {
    accountId: account.id,
    apiCallsSince: period.start,
    members: SEATS_COUNTED_MAX,
    withFirstSteps,
  });
  const apiCalls = toApiCallsView(app, viewer, { period, locale, rows: found.apiCallDays });
  const { members } = found;
  const seats =
    members.length < SEATS_COUNTED_MAX
      ? members.length
      : await countMembers(app.store, { accountId: account.id });
  return {
    usage: {
      calls: {
        label: apiCalls.label,
        used: apiCalls.total,
        limit: apiCalls.limit,
        isBilledBeyond: plan.type === "tiered",
      },
      seats: { used: seats, limit: plan.seatLimit },
      periodEnd: subscription.currentPeriodEnd?.toISOString() ?? null,
      isEnding: subscription.cancelAtPeriodEnd,
    },
    firstSteps: withFirstSteps
      ? toFirstSteps(found, { isNamed: account.unnamedSince === null, plan, calls: apiCalls.total })
      : null,
  };
}

/** Null when every step is done. */
function toFirstSteps(
  { members, hasInvite, hasKey, hasCalls }: AccountSummary,
  { isNamed, plan, calls }: { isNamed: boolean; plan: PlanRow; calls: number },
): FirstSteps | null {
  const steps: FirstSteps = {
    name: isNamed,
    invite: members.length > 1 || hasInvite,
    key: hasKey,
    // Calls of the last moments are counted in memory, and are only in the period's total.
    call: calls > 0 || hasCalls,
    plan: isPaid(plan),
  };
  return countDone(steps) < FIRST_STEPS.length ? steps : null;
}
