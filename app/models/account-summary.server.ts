/** What the dashboard's usage card counts of an account, in one statement. */
import type { MembershipRow } from "./membership.server";
import type { Store } from "./store/store";
import { toUsageLookup, type UsageDayRow } from "./usage.server";

export interface AccountSummary {
  /** The days of the period that have calls, in no particular order. */
  usageDays: UsageDayRow[];
  /** In no particular order, at most `members` of them. */
  members: MembershipRow[];
}

/** `usageSince` is the period's first day, YYYY-MM-DD; `members` is how many to read at most, 1 or more. */
export function readAccountSummary(
  store: Store,
  { accountId, usageSince, members }: { accountId: string; usageSince: string; members: number },
): Promise<AccountSummary> {
  return store.findTogether({
    usageDays: toUsageLookup({ accountId, since: usageSince }),
    members: { entity: "memberships", where: { accountId }, limit: members },
  });
}
