/** The viewer: the signed-in user, the account they are in, their role there and its subscription. */
import { hasActiveSubscription, type AccessState } from "~/domain/guard";
import { toActor, type Actor } from "~/domain/roles";
import type { AccountRow } from "~/models/account.server";
import type { KeyScope } from "~/domain/key-scopes";
import type { PlanRow } from "~/models/plan.server";
import type { SessionRow } from "~/models/session.server";
import type { ViewerRow } from "~/models/store/entities";
import type { SubscriptionRow } from "~/models/subscription.server";
import type { UserRow } from "~/models/user.server";

/** The API key of a call. */
export interface ViewerKey {
  id: string;
  scopes: readonly KeyScope[];
}

/** `permission` is what the user may do in the account, and `role` what their membership there adds for a master. */
export interface Viewer extends Actor {
  /** In a call with an API key this row is in no table: no operation that such a call may run changes a session. */
  session: SessionRow;
  /** Set in a call with an API key: `user` is then the member the key acts as. */
  key?: ViewerKey;
  user: UserRow;
  account: AccountRow;
  isOwner: boolean;
  /** How many accounts the user belongs to. Most belong to one, and then no query is needed to list them. */
  accountCount: number;
  subscription: SubscriptionRow | null;
  /** The account's plan, also while the subscription has lapsed; null before the first. */
  plan: PlanRow | null;
}

/** Converts the result of the one look-up. A master has that permission in every account they are in. */
export function toViewer(row: ViewerRow): Viewer {
  const { role } = row.membership;
  return {
    ...toActor({ role, isMaster: row.user.isMaster }),
    session: row.session,
    user: row.user,
    account: row.account,
    isOwner: role === "owner",
    accountCount: row.accountCount,
    subscription: row.subscription,
    plan: row.plan,
  };
}

/**
 * Whether the user's email is verified. A user with a pending email counts as unverified until they verify that one.
 * docs/decisions/0009-a-new-email-is-verified-before-it-counts.md
 */
export function isVerified(user: Pick<UserRow, "verifiedAt" | "pendingEmail">): boolean {
  return user.verifiedAt !== null && user.pendingEmail === null;
}

/** The name for the first invoice: the owner's own while the account has none. */
export function toPayerName({ account, user }: Pick<Viewer, "account" | "user">): string {
  return account.unnamedSince === null ? account.name : user.name;
}

/** What the guard decides by; null without a viewer. */
export function toAccessState(viewer: Viewer | null): AccessState | null {
  if (!viewer) return null;
  return {
    permission: viewer.permission,
    role: viewer.role,
    isVerified: isVerified(viewer.user),
    isOnboarded: viewer.user.onboardedAt !== null,
    hasPlan: viewer.subscription?.planId != null,
    subscription: viewer.subscription?.planId ? viewer.subscription.status : null,
    isOverLimit: viewer.account.overLimitAt !== null,
  };
}

/** Whether the account's subscription has lapsed for this viewer: account pages stay open, and say what does not work. */
export function isLapsed(viewer: Viewer): boolean {
  const accessState = toAccessState(viewer);
  return accessState === null || !hasActiveSubscription(accessState);
}
