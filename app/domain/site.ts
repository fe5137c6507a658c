/** The operator's switches while the product runs: an announcement, maintenance, and who may sign up. */
import { FALLBACK_LOCALE, LOCALES, type Locale } from "./locales";
import { paths } from "./paths";

/** `invited`: only with an invitation to an account. `closed`: no new users; those there are may still join accounts. */
export const SIGN_UP_MODES = ["open", "invited", "closed"] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** `closed`: there is maintenance, and only masters use the product. */
export const MAINTENANCE_STATES = ["open", "closed"] as const;
export type MaintenanceState = (typeof MAINTENANCE_STATES)[number];

export interface Announcement {
  /** Empty in the languages that it was not written in. */
  texts: Record<Locale, string>;
  /** ISO 8601; null has started already. */
  from: string | null;
  /** ISO 8601; null does not end. */
  until: string | null;
}

export interface SiteState {
  announcement: Announcement | null;
  isInMaintenance: boolean;
  signUps: SignUpMode;
}

/** Before an operator has switched anything. */
export const DEFAULT_SITE: SiteState = { announcement: null, isInMaintenance: false, signUps: "open" };

/** Whether the announcement is to be shown at this time. */
export function isAnnounced({ from, until }: Pick<Announcement, "from" | "until">, now: Date): boolean {
  return (from === null || new Date(from) <= now) && (until === null || new Date(until) > now);
}

/** The announcement for a reader of this language: the fallback language's where there is none, else the first that has one. */
export function pickAnnouncementText(texts: Announcement["texts"], locale: Locale): string {
  const written = [locale, FALLBACK_LOCALE, ...LOCALES].find((each) => texts[each] !== "");
  return texts[written ?? locale];
}

/** Whether a new user may sign up: by themselves, or with an invitation. */
export function allowsSignUp(mode: SignUpMode, { isInvited }: { isInvited: boolean }): boolean {
  return mode === "open" || (mode === "invited" && isInvited);
}

/**
 * The paths that stay open during maintenance, as `getPagePath` returns them: signing in, because masters may; the
 * language; and what the payment provider sends.
 */
export const OPEN_IN_MAINTENANCE = [
  paths.signIn,
  paths.signInCode,
  paths.signInByMail,
  paths.signInByIdentityProviderPage,
  paths.magic,
  paths.identityProvider,
  paths.identityProviderCallbackPage,
  paths.signOut,
  paths.preferences,
  paths.authCall,
  "/api/auth/otp",
  "/api/auth/magic",
  "/api/auth/magic/verify",
  paths.stripeWebhook,
  paths.stripeMeterWebhook,
] as const;

/** The paths of Remix itself, which hold nothing of the product's data. */
const FRAMEWORK_PATH = "/__manifest";

/** Whether the path answers during maintenance. */
export function isOpenInMaintenance(path: string): boolean {
  if (path === FRAMEWORK_PATH) return true;
  return OPEN_IN_MAINTENANCE.some((open) => new RegExp(`^${open.replace(/:\w+/g, "[^/]+")}$`).test(path));
}

/** In each language. */
export const ANNOUNCEMENT_MAX_LENGTH = 300;
/** When a client may try again during maintenance, whose end is not known. */
export const MAINTENANCE_RETRY_AFTER_SECONDS = 300;
