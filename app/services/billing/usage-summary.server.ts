/** The dashboard's usage card: the account's calls in this period, its members, and when its plan renews. */
import { SEATS_COUNTED_MAX } from "~/domain/limits";
import { canActAs } from "~/domain/roles";
import type { UsageSummary } from "~/domain/billing";
import { readAccountSummary } from "~/models/account-summary.server";
import { countMembers } from "~/models/membership.server";
import type { App } from "../platform/app.server";
import type { Viewer } from "../platform/viewer.server";
import { getViewerPeriod, toUsageView } from "./account-usage.server";

/**
 * Null for a user who may not read the account's usage, and without a plan. Sends one query, and another one that counts the
 * members of a large account.
 */
export async function readUsageSummary(
  app: Pick<App, "store" | "usage">,
  viewer: Viewer,
  locale: string,
): Promise<UsageSummary | null> {
  const { account, plan, subscription } = viewer;
  if (!plan || !subscription || !canActAs(viewer, "owner")) return null;
  const period = getViewerPeriod(viewer);
  const { usageDays: rows, members } = await readAccountSummary(app.store, {
    accountId: account.id,
    usageSince: period.start,
    members: SEATS_COUNTED_MAX,
  });
  const { total, label, limit } = toUsageView(app, viewer, { period, locale, rows });
  return {
    calls: { label, used: total, limit, isBilledBeyond: plan.type === "tiered" },
    seats: {
      used:
        members.length < SEATS_COUNTED_MAX
          ? members.length
          : await countMembers(app.store, { accountId: account.id }),
      limit: plan.seatLimit,
    },
    periodEnd: subscription.currentPeriodEnd?.toISOString() ?? null,
    isEnding: subscription.cancelAtPeriodEnd,
  };
}
