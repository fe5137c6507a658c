/**
 * The strategies of Facebook and X for remix-auth. They derive from the published packages and replace what is unsafe in
 * them (docs/decisions/0019).
 */
import type { SessionStorage } from "@remix-run/node";
import type { AuthenticateOptions } from "remix-auth";
import { FacebookStrategy, type FacebookProfile } from "remix-auth-facebook";
import { Twitter2Strategy } from "remix-auth-twitter";
import * as z from "zod";
import { authenticateByCode, type AuthorizationServer } from "./authorization-code";
import type { IdentityProviderClient } from "./client";
import { fetchUser, getSignal, subjectShape, toUrl, type Bearer } from "./fetch-json";
import type { IdentityProfile, VerifyProfile } from "./identity-provider";

export const FACEBOOK: AuthorizationServer = {
  provider: "facebook",
  authorizationUrl: "https://www.facebook.com/v23.0/dialog/oauth",
  tokenUrl: "https://graph.facebook.com/v23.0/oauth/access_token",
  scope: "public_profile,email",
  hasPkce: true,
  clientAuthentication: "body",
};

const facebookUser = z.object({
  id: subjectShape,
  name: z.string().default(""),
  email: z.string().default(""),
});

/** Signs in by Facebook. The package has no PKCE, and fails for users without a picture. */
export class FacebookCodeStrategy<User> extends FacebookStrategy<User> {
  readonly #client: IdentityProviderClient;

  constructor(client: IdentityProviderClient, verify: VerifyProfile<User>) {
    const { callbackUrl: callbackURL, keys } = client;
    const { clientId: clientID, clientSecret } = keys;
    super({ clientID, clientSecret, callbackURL, scope: FACEBOOK.scope }, ({ profile }) => {
      const { id, displayName, emails } = profile;
      return verify({
        profile: { issuer: null, subject: id, name: displayName, email: emails[0].value || null },
      });
    });
    this.#client = client;
  }

  override authenticate(request: Request, sessionStorage: SessionStorage, options: AuthenticateOptions) {
    const { context } = options;
    return authenticateByCode({
      request,
      sessionStorage,
      context,
      server: FACEBOOK,
      client: this.#client,
      verify: async ({ accessToken, expiresIn }) => {
        const profile = await this.#fetchProfile({ accessToken, signal: getSignal(context) });
        const extraParams = { expires_in: expiresIn, token_type: "bearer" as const };
        return this.verify({ accessToken, extraParams, profile, request, context });
      },
      success: (user: User) => this.success(user, request, sessionStorage, options),
      failure: (cause) => this.failure(cause.message, request, sessionStorage, options, cause),
    });
  }

  /** Requests only the id, the name and the email. The package's type has more fields. */
  async #fetchProfile(by: Bearer): Promise<FacebookProfile> {
    const url = toUrl("https://graph.facebook.com/v23.0/me", (await this.#client.getBases())?.calls);
    const { id, name, email } = await fetchUser(facebookUser, { url: `${url}?fields=id,name,email`, ...by });
    return { provider: "facebook", id, displayName: name, emails: [{ value: email }] } as FacebookProfile;
  }
}

export const TWITTER: AuthorizationServer = {
  provider: "twitter",
  authorizationUrl: "https://x.com/i/oauth2/authorize",
  tokenUrl: "https://api.x.com/2/oauth2/token",
  scope: "users.read tweet.read users.email",
  hasPkce: true,
  clientAuthentication: "basic",
};

const twitterUser = z.object({
  data: z.object({
    id: subjectShape,
    name: z.string().optional(),
    /** Missing unless the user has confirmed an email there. */
    confirmed_email: z.string().optional(),
  }),
});

/**
 * Signs in by X. The package creates state and challenge by Math.random, sends the challenge in plain text, and accepts
 * a state more than once.
 */
export class TwitterCodeStrategy<User> extends Twitter2Strategy<User> {
  readonly #client: IdentityProviderClient;

  constructor(client: IdentityProviderClient, verify: VerifyProfile<User>) {
    const { callbackUrl: callbackURL, keys } = client;
    const { clientId: clientID, clientSecret } = keys;
    // The package does not fetch the profile, so the callback does.
    super({ clientID, clientSecret, callbackURL, scopes: [] }, async ({ accessToken, context }) =>
      verify({ profile: await fetchTwitterProfile(client, { accessToken, signal: getSignal(context) }) }),
    );
    this.#client = client;
  }

  override authenticate(request: Request, sessionStorage: SessionStorage, options: AuthenticateOptions) {
    const { context } = options;
    return authenticateByCode({
      request,
      sessionStorage,
      context,
      server: TWITTER,
      client: this.#client,
      verify: (tokens) => this.verify({ ...tokens, context }),
      success: (user: User) => this.success(user, request, sessionStorage, options),
      failure: (cause) => this.failure(cause.message, request, sessionStorage, options, cause),
    });
  }
}

async function fetchTwitterProfile(client: IdentityProviderClient, by: Bearer): Promise<IdentityProfile> {
  const url = toUrl("https://api.x.com/2/users/me", (await client.getBases())?.calls);
  const { data } = await fetchUser(twitterUser, { url: `${url}?user.fields=confirmed_email`, ...by });
  return { issuer: null, subject: data.id, name: data.name ?? "", email: data.confirmed_email ?? null };
}
