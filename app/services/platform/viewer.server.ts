/** The viewer, by a session or by an API key: the user, the account they are in, their role there and its subscription. */
import { hasActiveSubscription, type AccessState } from "~/domain/guard";
import { toActor, type Actor } from "~/domain/roles";
import type { AccountRow } from "~/models/account.server";
import type { KeyScope } from "~/domain/key-scopes";
import type { PlanRow } from "~/models/plan.server";
import type { SessionRow } from "~/models/session.server";
import type { ViewerRow } from "~/models/viewer.server";
import type { SubscriptionRow } from "~/models/subscription.server";
import type { UserRow } from "~/models/user.server";

/** The API key of a call. */
export interface ViewerKey {
  id: string;
  scopes: readonly KeyScope[];
}

/**
 * A user in an account. `permission` is what they may do there, and `role` what their membership there adds for a master.
 * A viewer is read once a request, and nothing in it changes after that.
 */
export interface ViewingMember extends Actor {
  readonly user: UserRow;
  readonly account: AccountRow;
  readonly isOwner: boolean;
  readonly subscription: SubscriptionRow | null;
  /** The account's plan, also while the subscription has lapsed; null before the first. */
  readonly plan: PlanRow | null;
  /** The state that the guard decides by. */
  readonly accessState: AccessState;
}

/** The user of a session: of a browser, or of a script that has signed in. */
export interface SessionViewer extends ViewingMember {
  readonly session: SessionRow;
  /** How many accounts the user belongs to. Most belong to one, and then no query is needed to list them. */
  readonly accountCount: number;
  readonly key?: undefined;
}

/** The member that an API key acts as. A key has no session, and knows no other account. */
export interface KeyViewer extends ViewingMember {
  readonly key: ViewerKey;
  readonly session?: undefined;
}

export type Viewer = SessionViewer | KeyViewer;

/** The rows that a look-up has found, and whether the user has the rights of a master. */
interface FoundMember extends Pick<ViewerRow, "user" | "account" | "membership" | "subscription" | "plan"> {
  isMaster: boolean;
}

/** Converts the result of the one look-up. A master has that permission in every account they are in. */
export function toViewer({ session, accountCount, ...found }: ViewerRow): SessionViewer {
  return { ...toViewingMember({ ...found, isMaster: found.user.isMaster }), session, accountCount };
}

/** Builds the part that session and key viewers share, with the access state that their whole request goes by. */
export function toViewingMember({ membership: { role }, isMaster, ...found }: FoundMember): ViewingMember {
  const { user, account, subscription, plan } = found;
  const actor = toActor({ role, isMaster });
  const accessState = toAccessState(actor, found);
  return { ...actor, user, account, isOwner: role === "owner", subscription, plan, accessState };
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

/** Whether the account's subscription has lapsed for this viewer: account pages stay open, and say what does not work. */
export function isLapsed({ accessState }: Viewer): boolean {
  return !hasActiveSubscription(accessState);
}

function toAccessState(
  actor: Actor,
  { user, account, subscription }: Pick<ViewingMember, "user" | "account" | "subscription">,
): AccessState {
  return {
    ...actor,
    isVerified: isVerified(user),
    isOnboarded: user.onboardedAt !== null,
    hasPlan: subscription?.planId != null,
    subscription: subscription?.planId ? subscription.status : null,
    isOverLimit: account.overLimitAt !== null,
  };
}
