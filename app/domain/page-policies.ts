/** Who may open a page, in which state of the account, and the policies that most pages have. */
import type { Permission } from "./roles";

export interface PagePolicy {
  permission: Permission | "none";
  /** Open to a user whose email is not verified yet. */
  unverified: boolean;
  /** Open while the account has no plan. */
  withoutPlan: boolean;
  /** Open while the subscription is neither active nor trialing. */
  lapsed: boolean;
  /** Its URL carries a token or an email: no request that the page makes may pass it on. */
  isSecret?: boolean;
  /** The payment provider's card field may load. */
  takesCard?: boolean;
}

/** For every visitor, signed in or not. */
export const publicPage = { permission: "none", unverified: true, withoutPlan: true, lapsed: true } as const;
/** Where the link of an email, or of another server, leads. */
export const publicLinkPage = { ...publicPage, isSecret: true };
/** For a role, once the account is in order. */
export const requireRole = <Role extends Permission>(permission: Role) => ({
  permission,
  unverified: false,
  withoutPlan: false,
  lapsed: false,
});
/** An account page: stays open when the subscription has lapsed. */
export const requireAccountRole = <Role extends Permission>(permission: Role) => ({
  ...requireRole(permission),
  lapsed: true,
});
/** For every signed-in user, in any state of the account. */
export const signedInPage = { ...requireRole("user"), unverified: true, withoutPlan: true, lapsed: true };

/** Mission control: a master needs a verified email, and no plan. */
export const missionControlPage = { ...requireRole("master"), withoutPlan: true, lapsed: true };
