/** The dashboard's data of an account, in one statement. */
import { apiKeyEntity } from "./api-key.server";
import { inviteEntity } from "./invite.server";
import { membershipEntity, type MembershipRow } from "./membership.server";
import type { Store } from "./store/store";
import { apiCallDayEntity, toApiCallLookup, type ApiCallDayRow } from "./api-call.server";

export interface AccountSummary {
  /** The days of the period that have calls, in no particular order. */
  apiCallDays: ApiCallDayRow[];
  /** In no particular order, at most `members` of them. */
  members: Pick<MembershipRow, "id">[];
  /** Whether there are any; false when that was not asked. */
  hasInvite: boolean;
  hasKey: boolean;
  /** In this period or an earlier one. */
  hasCalls: boolean;
}

interface SummaryQuery {
  accountId: string;
  /** The period's first day, YYYY-MM-DD. */
  apiCallsSince: string;
  /** How many to read at most, 1 or more. */
  members: number;
  /** Whether to look for an invitation, a key and a call as well. */
  withFirstSteps: boolean;
}

export async function readAccountSummary(
  store: Store,
  { accountId, apiCallsSince, members, withFirstSteps }: SummaryQuery,
): Promise<AccountSummary> {
  const lists = {
    apiCallDays: toApiCallLookup({ accountId, since: apiCallsSince }),
    members: { entity: membershipEntity, where: { accountId }, fields: ["id"], limit: members },
  } as const;
  if (!withFirstSteps) {
    return { ...(await store.findTogether(lists)), hasInvite: false, hasKey: false, hasCalls: false };
  }
  const ofAccount = { where: { accountId }, fields: ["id"], limit: 1 } as const;
  const { invites, keys, calls, ...rest } = await store.findTogether({
    ...lists,
    invites: { entity: inviteEntity, ...ofAccount },
    keys: { entity: apiKeyEntity, ...ofAccount },
    calls: { entity: apiCallDayEntity, ...ofAccount },
  });
  return { ...rest, hasInvite: invites.length > 0, hasKey: keys.length > 0, hasCalls: calls.length > 0 };
}
