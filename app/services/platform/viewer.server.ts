/** Who is asking: the person, the account they are in, their role there and its subscription. */
import type { AccessState } from "~/domain/guard";
import type { Permission } from "~/domain/roles";
import type { AccountRow } from "~/models/account.server";
import type { SessionRow } from "~/models/session.server";
import type { ViewerRow } from "~/models/store/viewer-row";
import type { SubscriptionRow } from "~/models/subscription.server";
import type { UserRow } from "~/models/user.server";

export interface Viewer {
  session: SessionRow;
  user: UserRow;
  account: AccountRow;
  permission: Permission;
  /** Owns the account they are in. A master's mark makes nobody an owner, and hides that one is. */
  isOwner: boolean;
  /** How many accounts they belong to: nearly everybody to one, whose name is at hand. */
  accountCount: number;
  subscription: SubscriptionRow | null;
}

/** A viewer from the one look-up; the master mark is the person's and counts in every account they are in. */
export function toViewer(row: ViewerRow): Viewer {
  return {
    session: row.session,
    user: row.user,
    account: row.account,
    permission: row.user.isMaster ? "master" : row.membership.role,
    isOwner: row.membership.role === "owner",
    accountCount: row.accountCount,
    subscription: row.subscription,
  };
}

/**
 * Whether the address in use is proved. One that is to replace it has to be proved first; until then the person is
 * where a newcomer is. docs/decisions/0009-a-new-email-is-verified-before-it-counts.md
 */
export function isVerified(user: Pick<UserRow, "verifiedAt" | "pendingEmail">): boolean {
  return user.verifiedAt !== null && user.pendingEmail === null;
}

/** What the guard needs to know of somebody. Spec §4. */
export function toAccessState(viewer: Viewer | null): AccessState | null {
  if (!viewer) return null;
  return {
    permission: viewer.permission,
    isVerified: isVerified(viewer.user),
    isOnboarded: viewer.user.onboardedAt !== null,
    hasPlan: viewer.subscription?.planId != null,
    subscription: viewer.subscription?.planId ? viewer.subscription.status : null,
  };
}
