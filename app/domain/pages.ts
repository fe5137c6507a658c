/** The pages of the product, and for each who may see it in which state of the account. */
import { paths, type PagePath } from "./paths";
import {
  missionControlPage,
  publicLinkPage,
  publicPage,
  requireAccountRole,
  requireRole,
  signedInPage,
  type PagePolicy,
} from "./page-policies";
import { OWN_PAGES } from "../product/names";

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
  [paths.verify]: { ...signedInPage, isSecret: true },
  [paths.choosePlan]: { ...requireRole("owner"), withoutPlan: true, lapsed: true, takesCard: true },
  [paths.waiting]: { ...requireRole("user"), withoutPlan: true, lapsed: true },
  [paths.join]: publicLinkPage,
  [paths.unsubscribe]: publicLinkPage,
  [paths.signOut]: publicPage,
  [paths.preferences]: publicPage,
  [paths.switchAccount]: signedInPage,
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
  [paths.endImpersonation]: signedInPage,
  [paths.notFound]: publicPage,
  [paths.missing]: publicPage,
  [paths.apiDocs]: publicPage,
  [paths.tryApi]: publicPage,
  [paths.devBilling]: publicPage,
  [paths.devKit]: publicPage,
  [paths.devMail]: publicPage,
  [paths.devMailDetails]: publicPage,
  [paths.devMailFile]: publicPage,
  ...OWN_PAGES,
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
