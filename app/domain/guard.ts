/** Who may see which page, and where every other visitor goes instead. */
import { getPagePolicy, type PagePath } from "./pages";
import { paths } from "./paths";
import { mayActAs, type Permission } from "./roles";
import type { SubscriptionStatus } from "./subscription";

/** What the guard knows of a signed-in user. */
export interface Standing {
  permission: Permission;
  isVerified: boolean;
  isOnboarded: boolean;
  hasPlan: boolean;
  subscription: SubscriptionStatus | null;
}

/** Where `standing` must go instead of `path`, or null when they may stay. */
export function whereTo(standing: Standing | null, path: PagePath): PagePath | null {
  const policy = getPagePolicy(path);
  if (policy.permission === "none") return null;
  if (!standing || !mayActAs(standing.permission, policy.permission)) return turnedAway(standing, path);
  if (!standing.isVerified) return policy.unverified ? null : paths.verify;
  if (path === paths.verify) return afterVerify(standing);
  if (!standing.hasPlan) return policy.withoutPlan ? null : planPage(standing);
  if (!isPaidUp(standing)) return policy.lapsed ? null : billingPage(standing);
  return null;
}

/** Where a user goes who has just signed in. */
export function afterSignIn(standing: Standing): PagePath {
  if (!standing.isVerified) return paths.verify;
  if (!standing.hasPlan) return planPage(standing);
  return standing.isOnboarded ? paths.dashboard : paths.welcome;
}

/** Whether the account may be used. A master needs no subscription. */
export function isPaidUp(standing: Standing): boolean {
  if (standing.permission === "master") return true;
  return standing.subscription === "active" || standing.subscription === "trialing";
}

/** A verified visitor of the plan page who may not choose one is told who can, instead of being signed out. */
function turnedAway(standing: Standing | null, path: PagePath): PagePath {
  const mayOnlyWait = standing?.isVerified && path === paths.choosePlan && !standing.hasPlan;
  return mayOnlyWait ? paths.waiting : paths.signIn;
}

function afterVerify(standing: Standing): PagePath {
  return standing.hasPlan ? paths.dashboard : planPage(standing);
}

/** Only an owner chooses the plan; a member without one waits for them. */
function planPage(standing: Standing): PagePath {
  return mayActAs(standing.permission, "owner") ? paths.choosePlan : paths.waiting;
}

/** Only an owner can mend the billing. */
function billingPage(standing: Standing): PagePath {
  return mayActAs(standing.permission, "owner") ? paths.billing : paths.waiting;
}
