/** The strategy of a provider by OAuth 2.0 that has no package for this version of remix-auth. */
import type { SessionStorage } from "@remix-run/node";
import { Strategy, type AuthenticateOptions } from "remix-auth";
import { authenticateByCode, type AuthorizationServer } from "./authorization-code";
import type { IdentityProviderClient } from "./client";
import { getSignal, type Bearer } from "./fetch-json";
import type { IdentityProfile, VerifyProfile } from "./identity-provider";

interface OAuthProvider {
  server: AuthorizationServer;
  client: IdentityProviderClient;
  /** Asks the provider whose access token it is. `base` replaces its hosts, where there is one. */
  fetchProfile(by: Bearer, base: string | undefined): Promise<IdentityProfile>;
}

export class OAuthStrategy<User> extends Strategy<User, { profile: IdentityProfile }> {
  override name: string;
  readonly #provider: OAuthProvider;

  constructor(provider: OAuthProvider, verify: VerifyProfile<User>) {
    super(verify);
    this.name = provider.server.provider;
    this.#provider = provider;
  }

  override authenticate(request: Request, sessionStorage: SessionStorage, options: AuthenticateOptions) {
    const { context } = options;
    const { server, client, fetchProfile } = this.#provider;
    return authenticateByCode({
      request,
      sessionStorage,
      context,
      server,
      client,
      verify: async ({ accessToken }) => {
        const base = (await client.getBases())?.calls;
        return this.verify({
          profile: await fetchProfile({ accessToken, signal: getSignal(context) }, base),
        });
      },
      success: (user: User) => this.success(user, request, sessionStorage, options),
      failure: (cause) => this.failure(cause.message, request, sessionStorage, options, cause),
    });
  }
}
