/** Every address the product links to, as a constant or a function. */
import type { MessageValues } from "./messages";
import { hasControlCharacter } from "./text";

export const paths = {
  home: "/",
  signIn: "/signin",
  signUp: "/signup",
  verify: "/signup/verify",
  verifyAgain: "/signup/verify/request",
  choosePlan: "/signup/plan",
  waiting: "/signup/waiting",
  forgotPassword: "/forgotpassword",
  dashboard: "/dashboard",
  welcome: "/welcome",
  account: "/account",
  profile: "/account/profile",
  billing: "/account/billing",
  upgrade: "/account/upgrade",
  help: "/help",
  notFound: "/404",
  /** The same page, where a request that failed with 404 goes. Spec §8. */
  missing: "/notfound",
  signOut: "/signout",
  preferences: "/preferences",
  switchAccount: "/switch",
  devMail: "/dev/mail",
  apiDocs: "/api/docs",
  openApi: "/api/openapi.json",
  stripeWebhook: "/api/webhook/stripe",
  verifyWith: (token: string) => withQuery("/signup/verify", { token }),
  choosePlanWith: (plan: string) => withQuery("/signup/plan", { id: plan }),
  upgradeTo: (plan: string) => withQuery("/account/upgrade", { plan }),
  devMailMessage: (id: string) => `/dev/mail/${encodeURIComponent(id)}`,
} as const;

function withQuery(path: string, query: MessageValues): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return `${path}?${search.toString()}`;
}

/**
 * A path of this product out of what a request asked to return to, or `fallback`. Refuses other origins however they
 * are spelt: control characters and backslashes, which browsers read as slashes, and anything that parses elsewhere.
 */
export function ownPath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return fallback;
  if (wanted.includes("\\") || hasControlCharacter(wanted)) return fallback;
  const base = "http://own.invalid";
  if (!URL.canParse(wanted, base)) return fallback;
  const url = new URL(wanted, base);
  if (url.origin !== base || url.pathname.startsWith("//")) return fallback;
  return url.pathname + url.search;
}
