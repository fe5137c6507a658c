/** GitHub: OAuth 2.0, and its API for the user's id and primary email. */
import * as z from "zod";
import type { AuthorizationServer } from "./authorization-code";
import { fetchUser, toUrl, type Bearer } from "./fetch-json";
import { IdentityProviderError, type IdentityProfile } from "./identity-provider";

export const GITHUB: AuthorizationServer = {
  provider: "github",
  authorizationUrl: "https://github.com/login/oauth/authorize",
  tokenUrl: "https://github.com/login/oauth/access_token",
  scope: "read:user user:email",
  hasPkce: true,
  clientAuthentication: "body",
};

/** The id is a number, which a user keeps when their login is renamed. */
const gitHubUser = z.object({
  id: z.number().int().positive(),
  login: z.string().optional(),
  name: z.string().nullish(),
});

const gitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export async function fetchGitHubProfile(by: Bearer, base: string | undefined): Promise<IdentityProfile> {
  const { id, login, name } = await fetchUser(gitHubUser, {
    url: toUrl("https://api.github.com/user", base),
    ...by,
  });
  return { issuer: null, subject: String(id), name: name ?? login ?? "", email: await findEmail(by, base) };
}

/** The one primary address, if GitHub has verified it. Without an answer the user is asked for an email. */
async function findEmail(by: Bearer, base: string | undefined): Promise<string | null> {
  try {
    const emails = await fetchUser(gitHubEmails, {
      url: toUrl("https://api.github.com/user/emails", base),
      ...by,
    });
    const primary = emails.filter((email) => email.primary);
    const [only] = primary;
    return only?.verified && primary.length === 1 ? only.email : null;
  } catch (error) {
    if (error instanceof IdentityProviderError) return null;
    throw error;
  }
}
