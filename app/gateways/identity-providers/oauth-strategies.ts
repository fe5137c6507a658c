/** The providers by OAuth 2.0 alone, each with its endpoints and the request that says who the user is. */
import type { KnownIdentityProvider } from "~/domain/identity-providers";
import type { Strategy } from "remix-auth";
import type { AuthorizationServer } from "./authorization-code";
import type { IdentityProviderClient } from "./client";
import { fetchGitHubProfile, GITHUB } from "./github";
import type { VerifyProfile } from "./identity-provider";
import { fetchLinkedInProfile, LINKEDIN } from "./linkedin";
import { OAuthStrategy } from "./oauth-strategy";
import { FACEBOOK, FacebookCodeStrategy, TWITTER, TwitterCodeStrategy } from "./package-strategies";

/** The endpoints of a provider by OAuth 2.0; null for one by OpenID Connect, which announces its own. */
export function findAuthorizationServer(id: string): AuthorizationServer | null {
  return SERVERS.find(({ provider }) => provider === id) ?? null;
}

const SERVERS = [FACEBOOK, TWITTER, LINKEDIN, GITHUB];

/** Null for a provider by OpenID Connect. */
export function createOAuthStrategy<User>(
  id: KnownIdentityProvider,
  client: IdentityProviderClient,
  verify: VerifyProfile<User>,
): Strategy<User, never> | null {
  switch (id) {
    case "facebook":
      return new FacebookCodeStrategy(client, verify);
    case "twitter":
      return new TwitterCodeStrategy(client, verify);
    case "linkedin":
      return new OAuthStrategy({ server: LINKEDIN, client, fetchProfile: fetchLinkedInProfile }, verify);
    case "github":
      return new OAuthStrategy({ server: GITHUB, client, fetchProfile: fetchGitHubProfile }, verify);
    case "google":
    case "microsoft":
    case "apple":
      return null;
  }
}
