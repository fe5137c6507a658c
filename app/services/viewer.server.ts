/** Who is asking: the person, the account they are in, their role there and its subscription. */
import type { Standing } from "~/domain/guard";
import type { Permission } from "~/domain/roles";
import type { AccountRow } from "~/models/account";
import type { SessionRow } from "~/models/session";
import type { ViewerRow } from "~/models/store/viewer-row";
import type { SubscriptionRow } from "~/models/subscription";
import type { UserRow } from "~/models/user";

export interface Viewer {
  session: SessionRow;
  user: UserRow;
  account: AccountRow;
  permission: Permission;
  subscription: SubscriptionRow | null;
}

/** A viewer from the one look-up; the master mark is the person's and counts in every account they are in. */
export function viewerOf(row: ViewerRow): Viewer {
  return {
    session: row.session,
    user: row.user,
    account: row.account,
    permission: row.user.isMaster ? "master" : row.membership.role,
    subscription: row.subscription,
  };
}

/** What the guard needs to know of somebody. Spec §4. */
export function standingOf(viewer: Viewer | null): Standing | null {
  if (!viewer) return null;
  return {
    permission: viewer.permission,
    isVerified: viewer.user.verifiedAt !== null,
    isOnboarded: viewer.user.onboardedAt !== null,
    hasPlan: viewer.subscription?.planId != null,
    subscription: viewer.subscription?.planId ? viewer.subscription.status : null,
  };
}
