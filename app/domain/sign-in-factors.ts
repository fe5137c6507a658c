/** What users show when they sign in. */

/**
 * `provider` is an account at another service. `passkey` is one whose authenticator has checked who holds it: that is both
 * factors. `security_key` is one that has not, as a second factor, and so is `code`.
 */
export const SIGN_IN_FACTORS = ["password", "link", "provider", "passkey", "security_key", "code"] as const;
export type SignInFactor = (typeof SIGN_IN_FACTORS)[number];

/** What a user has shown, in its order. */
export interface ShownFactors {
  factors: readonly SignInFactor[];
  /** The name of the identity provider, where it was one. */
  provider?: string;
}
