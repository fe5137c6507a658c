/** LinkedIn: OpenID Connect's userinfo endpoint. It rejects HTTP Basic and PKCE. */
import * as z from "zod";
import type { AuthorizationServer } from "./authorization-code";
import { fetchUser, subjectShape, toUrl, type Bearer } from "./fetch-json";
import type { IdentityProfile } from "./identity-provider";

export const LINKEDIN: AuthorizationServer = {
  provider: "linkedin",
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

export async function fetchLinkedInProfile(by: Bearer, base: string | undefined): Promise<IdentityProfile> {
  const url = toUrl("https://api.linkedin.com/v2/userinfo", base);
  const { sub, name = "", email = null } = await fetchUser(linkedInUser, { url, ...by });
  return { issuer: null, subject: sub, name, email };
}
