/** Social networks, as the product sees them: a profile, a failure, and a remix-auth strategy for each network. */
import type { Strategy, StrategyVerifyCallback } from "remix-auth";
import type { Network } from "~/domain/networks";

/** The product's registration at a network. */
export interface NetworkKeys {
  clientId: string;
  clientSecret: string;
  /** A base URL that replaces the network's own, for tests. */
  baseUrl: string | null;
}

/** A user, as the network describes them. Only the subject is reliable: users choose the rest there themselves. */
export interface SocialProfile {
  /** The network's id of the user, which never changes. */
  subject: string;
  name: string;
  email: string | null;
}

/** Called with the profile of the user who has signed in at the network. */
export type VerifyProfile<User> = StrategyVerifyCallback<User, { profile: SocialProfile }>;

export interface SocialNetwork {
  /** True for the sandbox on this machine, where any visitor can sign in as any user. */
  isSandbox: boolean;
  /** The strategy that signs in by this network; it fails with an AuthorizationError whose cause is a SocialError. */
  createStrategy<User>(verify: VerifyProfile<User>): Promise<Strategy<User, never>>;
}

/** Null for a network that has neither keys nor a sandbox. */
export type SocialNetworks = Record<Network, SocialNetwork | null>;

/** Why a network did not sign a user in. */
export class SocialError extends Error {
  /** `denied`: the user refused. `forged`: the callback does not belong to this browser's request. */
  readonly reason: "denied" | "forged" | "failed";

  constructor(reason: SocialError["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "SocialError";
    this.reason = reason;
  }
}
