/**
 * Every URL of the product, as a constant or a function. Links, redirects, mails, handlers and policies read a page's path
 * here; app/routes.ts gives each its file.
 */
import type { MessageValues } from "./messages";
import { hasControlCharacter } from "./text";
import { OWN_PATHS } from "../product/names";

/** Why a user goes to a provider, when not just to sign in. */
export interface IdentityProviderQuery {
  signup?: 1;
  /** The token of an invitation's link. */
  invite?: string;
  link?: 1;
  /** The page to return to. */
  next?: string;
}

export interface SignInQuery {
  /** The page that signing in leads to. */
  next?: string;
  /** A signed-in user reauthenticates. */
  again?: "1";
  /** The session of this page has ended. */
  ended?: "1";
}

/** The pages that the product has without what is in app/product/. */
export const PRODUCT_PATHS = {
  home: "/",
  signIn: "/signin",
  signUp: "/signup",
  verify: "/signup/verify",
  choosePlan: "/signup/plan",
  waiting: "/signup/waiting",
  signInByIdentityProviderPage: "/signin/social",
  signInCode: "/signin/otp",
  signInByMail: "/signin/magic",
  magic: "/magic",
  forgotPassword: "/forgotpassword",
  resetPassword: "/resetpassword",
  dashboard: "/dashboard",
  welcome: "/welcome",
  setup: "/setup",
  account: "/account",
  profile: "/account/profile",
  profileExport: "/account/profile/export",
  security: "/account/security",
  password: "/account/password",
  twoFactor: "/account/2fa",
  twoFactorSetup: "/account/2fa/setup",
  twoFactorCodes: "/account/2fa/codes",
  twoFactorOff: "/account/2fa/off",
  billing: "/account/billing",
  upgrade: "/account/upgrade",
  apiKeys: "/account/apikeys",
  createApiKey: "/account/apikeys/create",
  editApiKey: "/account/apikeys/edit",
  webhooks: "/account/webhooks",
  createWebhook: "/account/webhooks/create",
  editWebhook: "/account/webhooks/edit",
  users: "/account/users",
  inviteUsers: "/account/users/invite",
  editUser: "/account/users/edit",
  selectedUsers: "/account/users/selected",
  exportUsers: "/account/users/export",
  join: "/signup/user",
  offerOwnership: "/account/owner",
  leaveAccount: "/account/leave",
  notifications: "/account/notifications",
  unsubscribe: "/unsubscribe",
  activity: "/account/activity",
  linkIdentityProvider: "/account/profile/networks/link",
  help: "/help",
  feedback: "/feedback",
  master: "/master",
  masterPeople: "/master/people",
  masterAccounts: "/master/accounts",
  masterAccount: "/master/accounts/details",
  masterPerson: "/master/people/details",
  masterAccountActs: "/master/accounts/acts",
  masterAccountBilling: "/master/accounts/billing",
  masterMails: "/master/mails",
  masterWebhooks: "/master/webhooks",
  masterJobs: "/master/jobs",
  masterFeedback: "/master/feedback",
  masterEvents: "/master/events",
  masterSite: "/master/site",
  masterAudit: "/master/audit",
  masterHealth: "/master/health",
  masterSignInAs: "/master/impersonate",
  impersonate: "/signin/impersonate",
  endImpersonation: "/impersonation/end",
  notFound: "/404",
  /** The same page, for a request that failed with 404. */
  missing: "/notfound",
  signOut: "/signout",
  preferences: "/preferences",
  switchAccount: "/switch",
  apiDocs: "/api/docs",
  tryApi: "/api/docs/try",
  devMail: "/dev/mail",
  devBilling: "/dev/billing",
  devKit: "/dev/kit",
  // With parameters, which the functions below fill in:
  identityProvider: "/auth/:network",
  identityProviderCallbackPage: "/auth/:network/callback",
  devMailDetails: "/dev/mail/:id",
  devMailFile: "/dev/mail/:id/attachments/:index",
} as const;

const pages = { ...PRODUCT_PATHS, ...OWN_PATHS } as const;

/** The path of a page, as app/routes.ts has it. */
export type PagePath = (typeof pages)[keyof typeof pages];

/** The pages on which a visitor requests a mailed link. */
export type LinkRequestPath = typeof pages.signInByMail | typeof pages.forgotPassword;

/** URLs that are not pages of app/routes.ts: a part of a page, calls of the API, and the sandboxes. */
const others = {
  sessions: `${pages.security}#sessions`,
  passkeys: `${pages.security}#passkeys`,
  authCall: "/api/auth",
  passkeySignInOptionsCall: "/api/auth/passkey/options",
  passkeyConfirmationCall: "/api/user/passkeys/confirmation",
  secondFactorOptionsCall: "/api/auth/otp/options",
  eventCall: "/api/event",
  inviteCheck: "/api/invite/check",
  openApi: "/api/openapi.json",
  metrics: "/metrics",
  installation: "/health/installation",
  stripeWebhook: "/api/webhook/stripe",
  stripeMeterWebhook: "/api/webhook/stripe/meter",
  identitySandbox: "/sandbox/social",
  paymentSandboxCalls: "/sandbox/v1",
  paymentSandboxInvoices: "/sandbox/invoices",
} as const;

export const paths = {
  ...pages,
  ...others,
  /** A full page load, because it redirects to the provider. */
  toIdentityProvider: (provider: string, query: IdentityProviderQuery = {}) =>
    addQuery(fill(pages.identityProvider, { network: provider }), { ...query }),
  identityProviderCallback: (provider: string) =>
    fill(pages.identityProviderCallbackPage, { network: provider }),
  /** The page after the callback of a provider. Without a token, the sign-in at the provider failed. */
  signInByIdentityProvider: (
    provider: string,
    { token, next = "" }: { token?: string; next?: string } = {},
  ) => addQuery(pages.signInByIdentityProviderPage, { provider, token, next: next || undefined }),
  linkIdentityProviderWith: (token: string) => addQuery(pages.linkIdentityProvider, { token }),
  /** The sign-in page with an error. `back` keeps the rest of its query string. */
  signInFailed: (error: string, back: SignInQuery = {}) => addQuery(pages.signIn, { error, ...back }),
  /** For a signed-in user who must reauthenticate, and then returns to `next`. */
  signInAgain: (next: string) => addQuery(pages.signIn, { again: "1", next }),
  signInWith: (back: SignInQuery) => addQuery(pages.signIn, { ...back }),
  masterSignInAsUser: (user: string) => addQuery(pages.masterSignInAs, { user }),
  masterAccountWith: (id: string) => addQuery(pages.masterAccount, { id }),
  masterPersonWith: (id: string) => addQuery(pages.masterPerson, { id }),
  masterActsForAccount: (id: string) => addQuery(pages.masterAccountActs, { id }),
  masterAccountsWith: (query: { plan?: string; status?: string }) =>
    addQuery(pages.masterAccounts, { ...query }),
  masterAuditWith: (query: { account?: string; actor?: string; action?: string }) =>
    addQuery(pages.masterAudit, { ...query }),
  masterBillingForAccount: (id: string) => addQuery(pages.masterAccountBilling, { id }),
  masterWebhooksWith: (query: { status?: string; event?: string }) =>
    addQuery(pages.masterWebhooks, { ...query }),
  masterMailsWith: (query: { tab?: string; mail?: string }) => addQuery(pages.masterMails, { ...query }),
  masterEventsForAccount: (account: string) => addQuery(pages.masterEvents, { account }),
  masterFeedbackAnswer: (feedback: string) => addQuery(pages.masterFeedback, { feedback }),
  masterJobsWith: (job: string) => addQuery(pages.masterJobs, { job }),
  masterFeedbackWith: (rating: string) => addQuery(pages.masterFeedback, { rating }),
  impersonateWith: (token: string) => addQuery(pages.impersonate, { token }),
  /** Where a sign-in asks for the second factor. `next` is the page that it leads to, or "" for the usual one. */
  signInWithCode: (token: string, next: string) =>
    addQuery(pages.signInCode, { token, next: next || undefined }),
  magicWith: (token: string) => addQuery(pages.magic, { token }),
  resetPasswordWith: (token: string) => addQuery(pages.resetPassword, { token }),
  signInWithBackup: (token: string, next: string) =>
    addQuery(pages.signInCode, { token, next: next || undefined, with: "backup" }),
  verifyWith: (token: string) => addQuery(pages.verify, { token }),
  joinWith: (token: string, email: string) => addQuery(pages.join, { id: token, email }),
  editApiKeyWith: (id: string) => addQuery(pages.editApiKey, { id }),
  apiDocsGroup: (group: string) => addQuery(pages.apiDocs, { group }),
  webhookWith: (id: string) => addQuery(pages.editWebhook, { id }),
  webhookDelivery: (id: string, delivery: string) => addQuery(pages.editWebhook, { id, delivery }),
  editUserWith: (id: string) => addQuery(pages.editUser, { id }),
  exportUsersWith: (query: MessageValues) => addQuery(pages.exportUsers, query),
  offerOwnershipTo: (user: string) => addQuery(pages.offerOwnership, { user }),
  notificationLink: (token: string) => addQuery(pages.unsubscribe, { token }),
  billingTab: (tab: "card" | "invoices") => addQuery(pages.billing, { tab }),
  setupStep: (page: number) => addQuery(pages.setup, { page }),
  /** The flow of a social provider, for setup. */
  tryIdentityProvider: (provider: string) =>
    addQuery(fill(pages.identityProvider, { network: provider }), { setup: "1" }),
  /** The link that the start prints. */
  setupWith: (token: string) => addQuery(pages.setup, { token }),
  welcomeStep: (page: number) => addQuery(pages.welcome, { page }),
  upgradeTo: (plan: string) => addQuery(pages.upgrade, { plan }),
  /** The same pages with a plan and a promotion code, whose price they show. */
  upgradeWith: (plan: string, code: string) => addQuery(pages.upgrade, { plan, code: code || undefined }),
  choosePlanWith: (id: string, code: string) => addQuery(pages.choosePlan, { id, code: code || undefined }),
  billingCard: `${pages.billing}?tab=card`,
  /** The same, with the focus in the card field. */
  updateCard: `${pages.billing}?tab=card#card`,
  billingInvoices: `${pages.billing}?tab=invoices`,
  invoicePreview: `${pages.billing}?preview=1`,
  /** The page that requests a mailed link, after it was sent. */
  linkSent: (page: LinkRequestPath) => addQuery(page, { sent: 1 }),
  devMailMessage: (id: string) => fill(pages.devMailDetails, { id }),
  devMailAttachment: (id: string, index: number) => fill(pages.devMailFile, { id, index }),
} as const;

/** Fills in the parameters of a page's path. */
function fill(path: PagePath, values: MessageValues): string {
  return path.replace(/:(\w+)/g, (_parameter, name: string) => encodeURIComponent(values[name] ?? ""));
}

/** Adds the values that are not undefined. */
function addQuery(path: string, query: Partial<MessageValues>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

/**
 * Returns the requested path when it is a path of this product, and `fallback` otherwise. Rejects every spelling of
 * another origin: control characters, backslashes (browsers read them as slashes), and what parses as another origin.
 */
export function toSafeRedirectPath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return fallback;
  if (wanted.includes("\\") || hasControlCharacter(wanted)) return fallback;
  const base = "http://own.invalid";
  if (!URL.canParse(wanted, base)) return fallback;
  const url = new URL(wanted, base);
  if (url.origin !== base || url.pathname.startsWith("//")) return fallback;
  return url.pathname + url.search;
}
