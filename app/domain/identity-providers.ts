/** The identity providers that users can sign in with: those that the product knows, and any OpenID Connect provider by settings. */

/** Each one's own name, the same in every language, in the order of the sign-in page. */
export const KNOWN_IDENTITY_PROVIDERS = {
  google: "Google",
  github: "GitHub",
  microsoft: "Microsoft",
  apple: "Apple",
  facebook: "Facebook",
  twitter: "X",
  linkedin: "LinkedIn",
} as const;

export type KnownIdentityProvider = keyof typeof KNOWN_IDENTITY_PROVIDERS;

export const KNOWN_IDENTITY_PROVIDER_IDS = Object.keys(KNOWN_IDENTITY_PROVIDERS) as KnownIdentityProvider[];

/** The id of a provider, in its path and in its rows: a known one's, or the NAME of OIDC_<NAME>_ISSUER in lower case. */
export const IDENTITY_PROVIDER_ID = /^[a-z][a-z0-9]{0,15}$/;

export function isKnownIdentityProvider(id: string): id is KnownIdentityProvider {
  return Object.hasOwn(KNOWN_IDENTITY_PROVIDERS, id);
}

/** They let the browser post their answer from a page of theirs, so that their callback is exempt from the check for such forms. */
export const POSTING_IDENTITY_PROVIDERS: readonly string[] = ["apple"];

/** Whether a provider is available, and how: with keys, through its sandbox on this machine, or not at all. */
export interface IdentityProviderState {
  provider: string;
  /** As its button has it. */
  name: string;
  state: "on" | "sandbox" | "off";
}

/** How many of them stand open on the sign-in page; the others are behind "More ways". */
export const OPEN_IDENTITY_PROVIDERS = 5;

/** The errors of a sign-in (RFC 6749 §4.1.2.1) for which the product has texts of its own. */
export const SIGN_IN_ERRORS = ["access_denied", "server_error", "temporarily_unavailable"] as const;
