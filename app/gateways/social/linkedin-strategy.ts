/** The strategy of LinkedIn, which has no package for this version of remix-auth. */
import type { SessionStorage } from "@remix-run/node";
import { Strategy, type AuthenticateOptions } from "remix-auth";
import * as z from "zod";
import { authenticateByCode, type AuthorizationServer, type NetworkClient } from "./authorization-code";
import { fetchUser, getSignal, subjectShape, toUrl } from "./fetch-json";
import type { SocialProfile, VerifyProfile } from "./social";

export const LINKEDIN: AuthorizationServer = {
  network: "linkedin",
  authorizationUrl: "https://www.linkedin.com/oauth/v2/authorization",
  tokenUrl: "https://www.linkedin.com/oauth/v2/accessToken",
  scope: "openid profile email",
  hasPkce: false,
  clientAuthentication: "body",
};

const linkedInUser = z.object({
  sub: subjectShape,
  name: z.string().optional(),
  email: z.string().optional(),
});

/** Signs in by LinkedIn: OpenID Connect's userinfo endpoint. LinkedIn rejects HTTP Basic and PKCE. */
export class LinkedInStrategy<User> extends Strategy<User, { profile: SocialProfile }> {
  override name = "linkedin";
  readonly #client: NetworkClient;

  constructor(client: NetworkClient, verify: VerifyProfile<User>) {
    super(verify);
    this.#client = client;
  }

  override authenticate(request: Request, sessionStorage: SessionStorage, options: AuthenticateOptions) {
    const { context } = options;
    return authenticateByCode({
      request,
      sessionStorage,
      context,
      server: LINKEDIN,
      client: this.#client,
      verify: async ({ accessToken }) => {
        const url = toUrl("https://api.linkedin.com/v2/userinfo", (await this.#client.getBases())?.calls);
        const signal = getSignal(context);
        const { sub, name = "", email = null } = await fetchUser(linkedInUser, { url, accessToken, signal });
        return this.verify({ profile: { subject: sub, name, email } });
      },
      success: (user: User) => this.success(user, request, sessionStorage, options),
      failure: (cause) => this.failure(cause.message, request, sessionStorage, options, cause),
    });
  }
}
