/** Who may see which page, and where everybody else goes instead. Spec §4, pure and in its order. */
import { PAGES, type PagePolicy } from "./pages";
import { paths } from "./paths";
import { mayActAs, type Permission } from "./roles";
import type { SubscriptionStatus } from "./subscription";

/** What the guard knows of a signed-in person. */
export interface Standing {
  permission: Permission;
  isVerified: boolean;
  isOnboarded: boolean;
  hasPlan: boolean;
  subscription: SubscriptionStatus | null;
}

/** Where `standing` must go instead of `path`, or null when they may stay. Spec §4 "Route guard". */
export function whereTo(standing: Standing | null, path: string): string | null {
  const policy = policyOf(path);
  if (policy.permission === "none") return null;
  if (!standing || !mayActAs(standing.permission, policy.permission)) return turnedAway(standing, path);
  if (!standing.isVerified) return policy.unverified ? null : paths.verify;
  if (path === paths.verify) return afterVerify(standing);
  if (!standing.hasPlan) return policy.withoutPlan ? null : planPage(standing);
  if (!isPaidUp(standing)) return policy.lapsed ? null : billingPage(standing);
  return null;
}

/** Where somebody goes who has just signed in. Spec §4 "After sign-in". */
export function afterSignIn(standing: Standing): string {
  if (!standing.isVerified) return paths.verify;
  if (!standing.hasPlan) return planPage(standing);
  return standing.isOnboarded ? paths.dashboard : paths.welcome;
}

/** Whether the account may be used. Spec §4; master skips it, spec §6. */
export function isPaidUp(standing: Standing): boolean {
  if (standing.permission === "master") return true;
  return standing.subscription === "active" || standing.subscription === "trialing";
}

/** The policy of a page; throws for a page without one, so that none is open by oversight. */
export function policyOf(path: string): PagePolicy {
  const policy = PAGES[path];
  if (!policy) throw new Error(`the page ${path} has no policy in domain/pages.ts`);
  return policy;
}

/** A verified visitor of the plan page who may not choose one is told who can, instead of being signed out. */
function turnedAway(standing: Standing | null, path: string): string {
  const mayOnlyWait = standing?.isVerified && path === paths.choosePlan && !standing.hasPlan;
  return mayOnlyWait ? paths.waiting : paths.signIn;
}

function afterVerify(standing: Standing): string {
  return standing.hasPlan ? paths.dashboard : planPage(standing);
}

/** Only an owner chooses the plan; a member without one waits for them. */
function planPage(standing: Standing): string {
  return mayActAs(standing.permission, "owner") ? paths.choosePlan : paths.waiting;
}

/** Only an owner can mend the billing. */
function billingPage(standing: Standing): string {
  return mayActAs(standing.permission, "owner") ? paths.billing : paths.waiting;
}
