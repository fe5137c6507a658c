/** The pages of the product: who may see each, and in which state of the account. */
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
const open = { permission: "none", unverified: true, withoutPlan: true, lapsed: true } as const;
/** Where the link of an email, or of another server, leads. */
const opened = { ...open, isSecret: true };
/** For a role, once the account is in order. */
const needs = <Role extends Permission>(permission: Role) => ({
  permission,
  unverified: false,
  withoutPlan: false,
  lapsed: false,
});
/** An account page: stays open when the subscription has lapsed. */
const account = <Role extends Permission>(permission: Role) => ({ ...needs(permission), lapsed: true });
/** For every signed-in user, in any state of the account. */
const signedIn = { ...needs("user"), unverified: true, withoutPlan: true, lapsed: true };

/** Mission control: a master needs a verified email, and no plan. */
const control = { ...needs("master"), withoutPlan: true, lapsed: true };

/** Each page by its path in app/routes.ts: a page that is missing here does not compile. */
export const PAGES = {
  "/": open,
  "/signin": open,
  "/signin/magic": open,
  "/magic": opened,
  "/forgotpassword": open,
  "/resetpassword": opened,
  "/signin/otp": opened,
  "/signin/social": opened,
  "/auth/:network": open,
  "/auth/:network/callback": open,
  "/signup": open,
  "/signup/verify": { ...signedIn, isSecret: true },
  "/signup/plan": { ...needs("owner"), withoutPlan: true, lapsed: true, takesCard: true },
  "/signup/waiting": { ...needs("user"), withoutPlan: true, lapsed: true },
  "/signup/user": opened,
  "/signout": open,
  "/preferences": open,
  "/switch": signedIn,
  "/dashboard": needs("user"),
  "/welcome": needs("user"),
  "/help": needs("user"),
  "/account": account("user"),
  "/account/profile": { ...account("user"), unverified: true },
  "/account/profile/export": { ...account("user"), unverified: true },
  "/account/password": account("user"),
  "/account/2fa": account("user"),
  "/account/2fa/setup": account("user"),
  "/account/2fa/codes": account("user"),
  "/account/2fa/off": account("user"),
  "/account/profile/networks/link": { ...account("user"), isSecret: true },
  "/account/billing": { ...account("owner"), takesCard: true },
  "/account/notifications": account("user"),
  "/account/users": account("admin"),
  "/account/users/invite": needs("admin"),
  "/account/users/edit": account("admin"),
  "/account/owner": account("owner"),
  "/account/leave": account("user"),
  "/account/activity": account("admin"),
  "/master": control,
  "/master/accounts": control,
  "/master/mails": control,
  "/master/impersonate": control,
  "/signin/impersonate": opened,
  "/impersonation/end": signedIn,
  "/404": open,
  "/notfound": open,
  "/dev/mail": open,
  "/dev/mail/:id": open,
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
