/** The pages of the product: who may see each, and in which state of the account. Spec §2 (routes) and §4 (guard). */
import type { Permission } from "./roles";

export interface PagePolicy {
  permission: Permission | "none";
  /** Open to somebody whose address is not verified yet. */
  unverified: boolean;
  /** Open while the account has no plan. */
  withoutPlan: boolean;
  /** Open while the subscription is neither active nor trialing. */
  lapsed: boolean;
  /** Its address carries a token, or somebody's email address: no request that it makes tells it on. */
  isSecret?: boolean;
  /** The payment provider's card field may load. */
  takesCard?: boolean;
}

/** For everybody, signed in or not. */
const open: PagePolicy = { permission: "none", unverified: true, withoutPlan: true, lapsed: true };
/** Where the link of an email, or of another server, leads. */
const opened: PagePolicy = { ...open, isSecret: true };
/** For a role, once the account is in order. */
const needs = (permission: Permission): PagePolicy => ({
  permission,
  unverified: false,
  withoutPlan: false,
  lapsed: false,
});
/** An account page: stays open when the subscription has lapsed. */
const account = (permission: Permission): PagePolicy => ({ ...needs(permission), lapsed: true });

/** Mission control: a master needs an address of their own, and no plan. */
const control: PagePolicy = { permission: "master", unverified: false, withoutPlan: true, lapsed: true };

export const PAGES: Readonly<Record<string, PagePolicy>> = {
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
  "/signup/verify": { ...needs("user"), unverified: true, withoutPlan: true, lapsed: true, isSecret: true },
  "/signup/verify/request": { ...needs("user"), unverified: true, withoutPlan: true, lapsed: true },
  "/signup/verify/keep": { ...needs("user"), unverified: true, withoutPlan: true, lapsed: true },
  "/signup/plan": { ...needs("owner"), withoutPlan: true, lapsed: true, takesCard: true },
  "/signup/waiting": { ...needs("user"), withoutPlan: true, lapsed: true },
  "/signup/user": opened,
  "/signup/user/accept": { ...needs("user"), unverified: true, withoutPlan: true, lapsed: true },
  "/signout": open,
  "/preferences": open,
  "/switch": { ...needs("user"), unverified: true, withoutPlan: true, lapsed: true },
  "/dashboard": needs("user"),
  "/welcome": needs("user"),
  "/welcome/skip": needs("user"),
  "/help": needs("user"),
  "/help/support": needs("user"),
  "/account": account("user"),
  "/account/profile": { ...account("user"), unverified: true },
  "/account/profile/sessions/end": { ...account("user"), unverified: true },
  "/account/profile/sessions/end-others": { ...account("user"), unverified: true },
  "/account/profile/avatar": { ...account("user"), unverified: true },
  "/account/profile/avatar/remove": { ...account("user"), unverified: true },
  "/account/profile/account": { ...account("owner"), unverified: true },
  "/account/profile/export": { ...account("user"), unverified: true },
  "/account/profile/close-account": { ...account("owner"), unverified: true },
  "/account/profile/close": { ...account("user"), unverified: true },
  "/account/profile/default-account": { ...account("user"), unverified: true },
  "/account/profile/email": { ...account("user"), unverified: true },
  "/account/password": account("user"),
  "/account/2fa": account("user"),
  "/account/2fa/setup": account("user"),
  "/account/2fa/codes": account("user"),
  "/account/2fa/off": account("user"),
  "/account/profile/networks/link": { ...account("user"), isSecret: true },
  "/account/profile/networks/unlink": account("user"),
  "/account/billing": { ...account("owner"), takesCard: true },
  "/account/notifications": account("user"),
  "/account/users": account("admin"),
  "/account/users/invite": needs("admin"),
  "/account/users/invite/resend": needs("admin"),
  "/account/users/invite/revoke": account("admin"),
  "/account/users/edit": account("admin"),
  "/account/users/remove": account("admin"),
  "/account/owner": account("owner"),
  "/account/owner/accept": account("admin"),
  "/account/owner/decline": account("admin"),
  "/account/leave": account("user"),
  "/account/activity": account("admin"),
  "/master": control,
  "/master/accounts": control,
  "/master/mails": control,
  "/master/impersonate": control,
  "/signin/impersonate": opened,
  "/impersonation/end": { ...needs("user"), unverified: true, withoutPlan: true, lapsed: true },
  "/404": open,
  "/notfound": open,
  "/dev/mail": open,
  "/dev/mail/:id": open,
};
