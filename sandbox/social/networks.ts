/** How each network treats an application: its URLs, its requirements, and the format of its profiles. */

export interface Person {
  /** Unchanging: the sandbox knows users by their name alone, so that their email may change. */
  subject: string;
  name: string;
  /** Empty: the network has no email, or does not disclose it. */
  email: string;
}

export interface NetworkRules {
  /** The network's own name. */
  title: string;
  /** The paths of the consent page, the token exchange and the profile. */
  page: string;
  token: string;
  person: string;
  /** The network rejects a request without these. */
  scopes: readonly string[];
  pkce: "optional" | "required" | "refused";
  /** Where the exchange must contain the client's secret; anywhere else it is rejected. */
  client: "basic" | "body";
  describe(person: Person, scopes: readonly string[]): object;
}

export const NETWORK_RULES: Readonly<Record<string, NetworkRules>> = {
  facebook: {
    title: "Facebook",
    page: "/v23.0/dialog/oauth",
    token: "/v23.0/oauth/access_token",
    person: "/v23.0/me",
    scopes: ["public_profile"],
    pkce: "optional",
    client: "body",
    describe: ({ subject, name, email }, scopes) => ({
      id: subject,
      name,
      ...(email && scopes.includes("email") && { email }),
    }),
  },
  twitter: {
    title: "X",
    page: "/i/oauth2/authorize",
    token: "/2/oauth2/token",
    person: "/2/users/me",
    scopes: ["users.read", "tweet.read"],
    pkce: "required",
    client: "basic",
    describe: ({ subject, name, email }, scopes) => ({
      data: {
        id: subject,
        name,
        username: name.replace(/\W/g, ""),
        ...(email && scopes.includes("users.email") && { confirmed_email: email }),
      },
    }),
  },
  linkedin: {
    title: "LinkedIn",
    page: "/oauth/v2/authorization",
    token: "/oauth/v2/accessToken",
    person: "/v2/userinfo",
    scopes: ["openid", "profile"],
    pkce: "refused",
    client: "body",
    describe: ({ subject, name, email }, scopes) => ({
      sub: subject,
      name,
      ...(email && scopes.includes("email") && { email, email_verified: true }),
    }),
  },
};
