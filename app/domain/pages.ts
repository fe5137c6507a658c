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
}

/** For everybody, signed in or not. */
const open: PagePolicy = { permission: "none", unverified: true, withoutPlan: true, lapsed: true };
/** For a role, once the account is in order. */
const needs = (permission: Permission): PagePolicy => ({
  permission,
  unverified: false,
  withoutPlan: false,
  lapsed: false,
});
/** An account page: stays open when the subscription has lapsed. */
const account = (permission: Permission): PagePolicy => ({ ...needs(permission), lapsed: true });

export const PAGES: Readonly<Record<string, PagePolicy>> = {
  "/": open,
  "/signin": open,
  "/signup": open,
  "/signup/verify": { ...needs("user"), unverified: true, withoutPlan: true, lapsed: true },
  "/signup/verify/request": { ...needs("user"), unverified: true, withoutPlan: true, lapsed: true },
  "/signup/plan": { ...needs("owner"), withoutPlan: true, lapsed: true },
  "/signup/waiting": { ...needs("user"), withoutPlan: true, lapsed: true },
  "/signout": open,
  "/preferences": open,
  "/switch": { ...needs("user"), unverified: true, withoutPlan: true, lapsed: true },
  "/dashboard": needs("user"),
  "/welcome": needs("user"),
  "/help": needs("user"),
  "/account": account("user"),
  "/account/profile": { ...account("user"), unverified: true },
  "/account/billing": account("owner"),
  "/404": open,
  "/notfound": open,
  "/dev/mail": open,
  "/dev/mail/:id": open,
};
