/** How each network behaves towards an application: its addresses, what it insists on, and how it describes somebody. */

export interface Person {
  /** Unchanging: the sandbox knows people by their name alone, so that an address may change. */
  subject: string;
  name: string;
  /** Empty: the network knows none, or does not say. */
  email: string;
}

export interface NetworkRules {
  /** As it calls itself. */
  title: string;
  /** The page that asks for permission, where the code is exchanged, and who somebody is. */
  page: string;
  token: string;
  person: string;
  /** Without these the network refuses. */
  scopes: readonly string[];
  pkce: "optional" | "required" | "refused";
  /** Where the client's secret stands in the exchange; anywhere else it is refused. */
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
