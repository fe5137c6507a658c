/** The pages of the product, and for each who may see it in which state of the account. */
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
const publicPage = { permission: "none", unverified: true, withoutPlan: true, lapsed: true } as const;
/** Where the link of an email, or of another server, leads. */
const publicLinkPage = { ...publicPage, isSecret: true };
/** For a role, once the account is in order. */
const requireRole = <Role extends Permission>(permission: Role) => ({
  permission,
  unverified: false,
  withoutPlan: false,
  lapsed: false,
});
/** An account page: stays open when the subscription has lapsed. */
const requireAccountRole = <Role extends Permission>(permission: Role) => ({
  ...requireRole(permission),
  lapsed: true,
});
/** For every signed-in user, in any state of the account. */
const signedIn = { ...requireRole("user"), unverified: true, withoutPlan: true, lapsed: true };

/** Mission control: a master needs a verified email, and no plan. */
const missionControlPage = { ...requireRole("master"), withoutPlan: true, lapsed: true };

/** Each page by its path in app/routes.ts: a page that is missing here does not compile. */
export const PAGES = {
  "/": publicPage,
  "/signin": publicPage,
  "/setup": publicLinkPage,
  "/signin/magic": publicPage,
  "/magic": publicLinkPage,
  "/forgotpassword": publicPage,
  "/resetpassword": publicLinkPage,
  "/signin/otp": publicLinkPage,
  "/signin/social": publicLinkPage,
  "/auth/:network": publicPage,
  "/auth/:network/callback": publicPage,
  "/signup": publicPage,
  "/signup/verify": { ...signedIn, isSecret: true },
  "/signup/plan": { ...requireRole("owner"), withoutPlan: true, lapsed: true, takesCard: true },
  "/signup/waiting": { ...requireRole("user"), withoutPlan: true, lapsed: true },
  "/signup/user": publicLinkPage,
  "/unsubscribe": publicLinkPage,
  "/signout": publicPage,
  "/preferences": publicPage,
  "/switch": signedIn,
  "/dashboard": requireRole("user"),
  "/welcome": requireRole("user"),
  "/help": requireRole("user"),
  "/feedback": requireAccountRole("user"),
  "/account": requireAccountRole("user"),
  "/account/profile": { ...requireAccountRole("user"), unverified: true },
  "/account/profile/export": { ...requireAccountRole("user"), unverified: true },
  "/account/security": { ...requireAccountRole("user"), unverified: true },
  "/account/password": requireAccountRole("user"),
  "/account/2fa": requireAccountRole("user"),
  "/account/2fa/setup": requireAccountRole("user"),
  "/account/2fa/codes": requireAccountRole("user"),
  "/account/2fa/off": requireAccountRole("user"),
  "/account/profile/networks/link": { ...requireAccountRole("user"), isSecret: true },
  "/account/billing": { ...requireAccountRole("owner"), takesCard: true },
  "/account/upgrade": { ...requireAccountRole("owner"), takesCard: true },
  "/account/notifications": requireAccountRole("user"),
  "/account/apikeys": requireAccountRole("developer"),
  "/account/apikeys/create": requireAccountRole("developer"),
  "/account/apikeys/edit": requireAccountRole("developer"),
  "/account/webhooks": requireAccountRole("developer"),
  "/account/webhooks/create": requireAccountRole("developer"),
  "/account/webhooks/edit": requireAccountRole("developer"),
  "/account/users": requireAccountRole("admin"),
  "/account/users/invite": requireAccountRole("admin"),
  "/account/users/edit": requireAccountRole("admin"),
  "/account/users/selected": requireAccountRole("admin"),
  "/account/users/export": requireAccountRole("admin"),
  "/account/owner": requireAccountRole("owner"),
  "/account/leave": requireAccountRole("user"),
  "/account/activity": requireAccountRole("admin"),
  "/master": missionControlPage,
  "/master/people": missionControlPage,
  "/master/accounts": missionControlPage,
  "/master/people/details": missionControlPage,
  "/master/accounts/details": missionControlPage,
  "/master/audit": missionControlPage,
  "/master/accounts/acts": missionControlPage,
  "/master/accounts/billing": missionControlPage,
  "/master/mails": missionControlPage,
  "/master/webhooks": missionControlPage,
  "/master/jobs": missionControlPage,
  "/master/feedback": missionControlPage,
  "/master/events": missionControlPage,
  "/master/site": missionControlPage,
  "/master/health": missionControlPage,
  "/master/impersonate": missionControlPage,
  "/signin/impersonate": publicLinkPage,
  "/impersonation/end": signedIn,
  "/404": publicPage,
  "/notfound": publicPage,
  "/api/docs": publicPage,
  "/api/docs/try": publicPage,
  "/dev/billing": publicPage,
  "/dev/kit": publicPage,
  "/dev/mail": publicPage,
  "/dev/mail/:id": publicPage,
  "/dev/mail/:id/attachments/:index": publicPage,
} satisfies Record<`/${string}`, PagePolicy>;

/** The path of a page, as app/routes.ts has it. */
export type PagePath = keyof typeof PAGES;

/** The path of a page that only a signed-in user sees. */
export type ViewerPagePath = {
  [Path in PagePath]: (typeof PAGES)[Path]["permission"] extends "none" ? never : Path;
}[PagePath];

export function getPagePolicy(path: PagePath): PagePolicy {
  return PAGES[path];
}

/** The policy of the page at a request's path; undefined when there is no such page. */
export function findPagePolicy(path: string): PagePolicy | undefined {
  return Object.hasOwn(PAGES, path) ? PAGES[path as PagePath] : undefined;
}
