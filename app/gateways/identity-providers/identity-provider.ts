/** Identity providers, as the product sees them: a profile, a failure, and a remix-auth strategy for each provider. */
import type { Strategy, StrategyVerifyCallback } from "remix-auth";
import type { IdentityProviderState } from "~/domain/identity-providers";

/** The product's registration at a provider. */
export interface IdentityProviderKeys {
  clientId: string;
  /** Apple's is a private key, which signs the secret of each exchange. */
  clientSecret: string;
  /** A base URL that replaces the provider's own hosts, for tests. */
  baseUrl: string | null;
  /** Of a provider by settings alone. */
  issuer?: string;
  /** Microsoft's. */
  tenant?: string;
  /** Apple's. */
  apple?: { teamId: string; keyId: string };
}

/** A provider that the settings name, or that the product knows. */
export interface IdentityProviderSettings {
  id: string;
  /** As its button has it. */
  name: string;
  keys: IdentityProviderKeys | null;
}

/** A user, as the provider describes them. Only issuer and subject are reliable: users choose the rest there themselves. */
export interface IdentityProfile {
  /** Whom the provider says it is (OpenID Connect); null for a provider that is known by OAuth 2.0 alone. */
  issuer: string | null;
  /** The provider's id of the user, which never changes. */
  subject: string;
  name: string;
  email: string | null;
}

/** Called with the profile of the user who has signed in at the provider. */
export type VerifyProfile<User> = StrategyVerifyCallback<User, { profile: IdentityProfile }>;

export interface IdentityProvider {
  id: string;
  name: string;
  /** `sandbox`: the stand-in on this machine, where any visitor can sign in as any user. */
  state: IdentityProviderState["state"];
  /**
   * The strategy that signs in by this provider; it fails with an AuthorizationError whose cause is an
   * IdentityProviderError. Null when it is off.
   */
  createStrategy<User>(verify: VerifyProfile<User>): Promise<Strategy<User, never>> | null;
}

/** By their ids, in the order of the sign-in page. */
export type IdentityProviders = ReadonlyMap<string, IdentityProvider>;

/** Why a provider did not sign a user in. */
export class IdentityProviderError extends Error {
  /** `denied`: the user refused. `forged`: the callback does not belong to this browser's request. */
  readonly reason: "denied" | "forged" | "failed";

  constructor(reason: IdentityProviderError["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "IdentityProviderError";
    this.reason = reason;
  }
}
