/** The viewer: the signed-in user, the account they are in, their role there and its subscription. */
import type { AccessState } from "~/domain/guard";
import type { Permission } from "~/domain/roles";
import type { AccountRow } from "~/models/account.server";
import type { SessionRow } from "~/models/session.server";
import type { ViewerRow } from "~/models/store/entities";
import type { SubscriptionRow } from "~/models/subscription.server";
import type { UserRow } from "~/models/user.server";

export interface Viewer {
  session: SessionRow;
  user: UserRow;
  account: AccountRow;
  permission: Permission;
  /** Whether the user owns the account. `permission` does not show it for a master. */
  isOwner: boolean;
  /** How many accounts the user belongs to. Most belong to one, and then no query is needed to list them. */
  accountCount: number;
  subscription: SubscriptionRow | null;
}

/** Converts the result of the one look-up. A master has that permission in every account they are in. */
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
 * Whether the user's email is verified. A user with a pending email counts as unverified until they verify that one.
 * docs/decisions/0009-a-new-email-is-verified-before-it-counts.md
 */
export function isVerified(user: Pick<UserRow, "verifiedAt" | "pendingEmail">): boolean {
  return user.verifiedAt !== null && user.pendingEmail === null;
}

/** What the guard decides by; null without a viewer. */
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
