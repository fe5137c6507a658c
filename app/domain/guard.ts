/** Decides who may see a page, and where every other visitor goes instead. */
import { getPagePolicy } from "./pages";
import { paths, type PagePath } from "./paths";
import { canActAs, type Actor } from "./roles";
import type { SubscriptionStatus } from "./plans";

/** The state of a signed-in user, as the guard knows it. */
export interface AccessState extends Actor {
  isVerified: boolean;
  isOnboarded: boolean;
  hasPlan: boolean;
  subscription: SubscriptionStatus | null;
  /** The account has more members than its plan allows. */
  isOverLimit: boolean;
}

/** Returns the page that a user in this state must go to instead of `path`, or null when the user may stay. */
export function getRedirectPath(accessState: AccessState | null, path: PagePath): PagePath | null {
  const policy = getPagePolicy(path);
  if (policy.permission === "none") return null;
  if (!accessState || !canActAs(accessState, policy.permission)) return getPathWhenDenied(accessState, path);
  if (!accessState.isVerified) return policy.unverified ? null : paths.verify;
  if (path === paths.verify) return getPathAfterVerification(accessState);
  if (!accessState.hasPlan) return policy.withoutPlan ? null : getPlanPagePath(accessState);
  if (!hasActiveSubscription(accessState)) return policy.lapsed ? null : getBillingPath(accessState);
  return null;
}

/** Returns the page that a sign-in leads to. */
export function getPathAfterSignIn(accessState: AccessState): PagePath {
  if (!accessState.isVerified) return paths.verify;
  if (!accessState.hasPlan) return getPlanPagePath(accessState);
  return accessState.isOnboarded ? paths.dashboard : paths.welcome;
}

/** Whether the user may use the account. A master needs no subscription. */
export function hasActiveSubscription(accessState: AccessState): boolean {
  return accessState.permission === "master" || isUsable(accessState);
}

/** Whether the account pays, and its plan holds its members. Of what works for an account without a user, too. */
export function isUsable({
  subscription,
  isOverLimit,
}: Pick<AccessState, "subscription" | "isOverLimit">): boolean {
  return (subscription === "active" || subscription === "trialing") && !isOverLimit;
}

/** A verified user who may not choose the plan learns who can, instead of being sent to sign in. */
function getPathWhenDenied(accessState: AccessState | null, path: PagePath): PagePath {
  const canOnlyWait = accessState?.isVerified && path === paths.choosePlan && !accessState.hasPlan;
  return canOnlyWait ? paths.waiting : paths.signIn;
}

function getPathAfterVerification(accessState: AccessState): PagePath {
  return accessState.hasPlan ? paths.dashboard : getPlanPagePath(accessState);
}

/** Only an owner chooses the plan; a member without one waits for them. */
function getPlanPagePath(accessState: AccessState): PagePath {
  return canActAs(accessState, "owner") ? paths.choosePlan : paths.waiting;
}

/** Only an owner can fix the billing. */
function getBillingPath(accessState: AccessState): PagePath {
  return canActAs(accessState, "owner") ? paths.billing : paths.waiting;
}
