/** The pages of the product, and for each who may see it in which state of the account. */
import { paths, type PagePath } from "./paths";
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

/** Each page by its path: a page without a policy does not compile. */
export const PAGES = {
  [paths.home]: publicPage,
  [paths.signIn]: publicPage,
  [paths.setup]: publicLinkPage,
  [paths.signInByMail]: publicPage,
  [paths.magic]: publicLinkPage,
  [paths.forgotPassword]: publicPage,
  [paths.resetPassword]: publicLinkPage,
  [paths.signInCode]: publicLinkPage,
  [paths.signInByIdentityProviderPage]: publicLinkPage,
  [paths.identityProvider]: publicPage,
  [paths.identityProviderCallbackPage]: publicPage,
  [paths.signUp]: publicPage,
  [paths.verify]: { ...signedIn, isSecret: true },
  [paths.choosePlan]: { ...requireRole("owner"), withoutPlan: true, lapsed: true, takesCard: true },
  [paths.waiting]: { ...requireRole("user"), withoutPlan: true, lapsed: true },
  [paths.join]: publicLinkPage,
  [paths.unsubscribe]: publicLinkPage,
  [paths.signOut]: publicPage,
  [paths.preferences]: publicPage,
  [paths.switchAccount]: signedIn,
  [paths.dashboard]: requireRole("user"),
  [paths.welcome]: requireRole("user"),
  [paths.help]: requireRole("user"),
  [paths.feedback]: requireAccountRole("user"),
  [paths.account]: requireAccountRole("user"),
  [paths.profile]: { ...requireAccountRole("user"), unverified: true },
  [paths.profileExport]: { ...requireAccountRole("user"), unverified: true },
  [paths.security]: { ...requireAccountRole("user"), unverified: true },
  [paths.password]: requireAccountRole("user"),
  [paths.twoFactor]: requireAccountRole("user"),
  [paths.twoFactorSetup]: requireAccountRole("user"),
  [paths.twoFactorCodes]: requireAccountRole("user"),
  [paths.twoFactorOff]: requireAccountRole("user"),
  [paths.linkIdentityProvider]: { ...requireAccountRole("user"), isSecret: true },
  [paths.billing]: { ...requireAccountRole("owner"), takesCard: true },
  [paths.upgrade]: { ...requireAccountRole("owner"), takesCard: true },
  [paths.notifications]: requireAccountRole("user"),
  [paths.apiKeys]: requireAccountRole("developer"),
  [paths.createApiKey]: requireAccountRole("developer"),
  [paths.editApiKey]: requireAccountRole("developer"),
  [paths.webhooks]: requireAccountRole("developer"),
  [paths.createWebhook]: requireAccountRole("developer"),
  [paths.editWebhook]: requireAccountRole("developer"),
  [paths.users]: requireAccountRole("admin"),
  [paths.inviteUsers]: requireAccountRole("admin"),
  [paths.editUser]: requireAccountRole("admin"),
  [paths.selectedUsers]: requireAccountRole("admin"),
  [paths.exportUsers]: requireAccountRole("admin"),
  [paths.offerOwnership]: requireAccountRole("owner"),
  [paths.leaveAccount]: requireAccountRole("user"),
  [paths.activity]: requireAccountRole("admin"),
  [paths.master]: missionControlPage,
  [paths.masterPeople]: missionControlPage,
  [paths.masterAccounts]: missionControlPage,
  [paths.masterPerson]: missionControlPage,
  [paths.masterAccount]: missionControlPage,
  [paths.masterAudit]: missionControlPage,
  [paths.masterAccountActs]: missionControlPage,
  [paths.masterAccountBilling]: missionControlPage,
  [paths.masterMails]: missionControlPage,
  [paths.masterWebhooks]: missionControlPage,
  [paths.masterJobs]: missionControlPage,
  [paths.masterFeedback]: missionControlPage,
  [paths.masterEvents]: missionControlPage,
  [paths.masterSite]: missionControlPage,
  [paths.masterHealth]: missionControlPage,
  [paths.masterSignInAs]: missionControlPage,
  [paths.impersonate]: publicLinkPage,
  [paths.endImpersonation]: signedIn,
  [paths.notFound]: publicPage,
  [paths.missing]: publicPage,
  [paths.apiDocs]: publicPage,
  [paths.tryApi]: publicPage,
  [paths.devBilling]: publicPage,
  [paths.devKit]: publicPage,
  [paths.devMail]: publicPage,
  [paths.devMailDetails]: publicPage,
  [paths.devMailFile]: publicPage,
} satisfies Record<PagePath, PagePolicy>;

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
