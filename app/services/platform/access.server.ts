/** Who may run an operation: the role, the state of the account, and the credential that the call comes with. */
import { AppError } from "~/domain/errors";
import { hasActiveSubscription } from "~/domain/guard";
import type { KeyScope } from "~/domain/key-scopes";
import { FIRST_PAID_PLAN } from "~/domain/plans";
import { canActAs, type Permission } from "~/domain/roles";
import { requireKeyAccess } from "./key-access.server";
import type { Store } from "~/models/store/store";
import type { App } from "./app.server";
import { createOverLimitError } from "./member-limit.server";
import type { Viewer } from "./viewer.server";

/** The state that an operation requires: any, a verified email, a plan as well, or an active subscription as well. */
export type AccountState = "any" | "verified" | "planned" | "subscribed";

export type Access = { permission: "none" } | { permission: Permission; state: AccountState };

/** The part of an operation that says who may run it. */
export interface AccessRule {
  access: Access;
  /** The scope with which an API key may make the call. Without it, no key may. */
  keyScope?: KeyScope;
  /** Rejected while a master acts as the user. */
  refusesImpersonator?: boolean;
  /**
   * Rejected for a browser's bearer token without the cookie of its session: a stolen token must leave nothing behind
   * when it expires. API keys and a script's own token pass.
   * docs/decisions/0063-writes-need-the-sessions-own-cookie.md
   */
  needsOwnSession?: boolean;
}

/** The part of a call that shows who makes it. */
export interface Requester {
  /** Asked only to say which plan an account over its limit needs. */
  app: Pick<App, "store">;
  viewer: Viewer | null;
  /** The hash of the request's session cookie, valid or not; null without one. */
  cookieHash: string | null;
}

/**
 * Throws when the caller may not run the operation. `runOperation` checks it as well; a handler checks it before it
 * reads the body, which may be large.
 */
export async function requireAccess(rule: AccessRule, requester: Requester): Promise<void> {
  const { access, refusesImpersonator, needsOwnSession } = rule;
  const { viewer } = requester;
  if (viewer?.key) requireKeyAccess(rule, viewer.key);
  // Whatever state of the account a member needs: a program works for an account that pays.
  await authorize(
    viewer?.key && access.permission !== "none" ? { ...access, state: "subscribed" } : access,
    requester,
  );
  if (refusesImpersonator) refuseImpersonator(viewer);
  if (needsOwnSession) requireOwnSession(requester);
}

/** Throws unless the viewer has the role, and the account the state, that `access` names. */
export async function authorize(
  access: Access,
  { app, viewer }: Pick<Requester, "app" | "viewer">,
): Promise<void> {
  if (access.permission === "none") return;
  if (!viewer) throw new AppError("unauthenticated", "errors:sign_in_first");
  const { accessState } = viewer;
  if (!canActAs(accessState, access.permission)) {
    const isMasterOnly = accessState.permission === "master" && access.permission === "developer";
    throw new AppError("forbidden", isMasterOnly ? "errors:master_no_developer" : "errors:forbidden");
  }
  if (access.state === "any") return;
  if (!accessState.isVerified) throw new AppError("forbidden", "errors:verify_first");
  if (access.state === "verified") return;
  if (!accessState.hasPlan)
    throw new AppError("plan_needed", "errors:plan_needed", { plan: FIRST_PAID_PLAN });
  if (access.state === "planned") return;
  if (!hasActiveSubscription(accessState)) throw await createUnusableError(app.store, viewer);
}

async function createUnusableError(store: Store, viewer: Viewer): Promise<AppError> {
  if (viewer.account.overLimitAt !== null) return createOverLimitError(store, viewer);
  return new AppError("plan_needed", "errors:subscription_lapsed", {
    plan: viewer.subscription?.planId ?? FIRST_PAID_PLAN,
  });
}

/** Throws forbidden while a master acts as the user. */
export function refuseImpersonator(viewer: Viewer | null): void {
  if (viewer?.session?.impersonatorId) throw new AppError("forbidden", "errors:not_while_impersonating");
}

/** Whether the request contains the session's own cookie, and not only its bearer token. An API key has no session. */
export function hasOwnCookie({ viewer, cookieHash }: Requester): boolean {
  return cookieHash !== null && viewer?.session?.tokenHash === cookieHash;
}

/** Throws forbidden for a browser's bearer token without its session's cookie. */
function requireOwnSession(requester: Requester): void {
  if (requester.viewer?.session?.kind === "browser" && !hasOwnCookie(requester))
    throw new AppError("forbidden", "errors:own_browser");
}
