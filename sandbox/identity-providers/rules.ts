/** How each provider treats an application: its URLs, its requirements, and the format of its profiles. */

export interface Person {
  /** Unchanging: the sandbox knows users by their name alone, so that their email may change. */
  subject: string;
  name: string;
  /** Empty: the provider has no email, or does not disclose it. */
  email: string;
}

interface OpenIdRules {
  /** Where it announces itself: below the issuer that an application asks. */
  issuer: string;
  /** Whom it announces to be, where that is another text. */
  announced?: string;
  /** Whom its tokens say it is, and what else they say of it. */
  claims: Readonly<Record<string, string>>;
}

/** The directory of private persons. */
const MICROSOFT_TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad";

type Describe = (person: Person, scopes: readonly string[]) => object;

export interface IdentityProviderRules {
  /** The provider's own name. */
  title: string;
  /** The paths of the consent page and the token exchange. */
  page: string;
  token: string;
  /** The paths of what an access token shows of the user. */
  profiles: Readonly<Record<string, Describe>>;
  /** The provider rejects a request without these. */
  scopes: readonly string[];
  pkce: "optional" | "required" | "refused";
  /** Where the exchange must contain the client's secret; anywhere else it is rejected. */
  client: "basic" | "body";
  /** By OpenID Connect. */
  openId?: OpenIdRules;
  /** The application gets the answer by a form, with the user's name. */
  hasForm?: boolean;
}

const describeOpenId: Describe = ({ subject, name, email }, scopes) => ({
  sub: subject,
  ...(name && { name }),
  ...(email && scopes.includes("email") && { email, email_verified: true }),
});

const OPENID = {
  page: "/authorize",
  token: "/token",
  profiles: { "/userinfo": describeOpenId },
  scopes: ["openid"],
  pkce: "required",
  client: "body",
} as const;

export const IDENTITY_PROVIDER_RULES: Readonly<Record<string, IdentityProviderRules>> = {
  google: { ...OPENID, title: "Google", openId: createOpenIdRules("https://accounts.google.com") },
  microsoft: {
    ...OPENID,
    title: "Microsoft",
    // As Microsoft answers for several directories: each user's token names their own.
    openId: {
      issuer: "https://login.microsoftonline.com/common/v2.0",
      announced: "https://login.microsoftonline.com/{tenantid}/v2.0",
      claims: { iss: `https://login.microsoftonline.com/${MICROSOFT_TENANT}/v2.0`, tid: MICROSOFT_TENANT },
    },
  },
  apple: { ...OPENID, title: "Apple", openId: createOpenIdRules("https://appleid.apple.com"), hasForm: true },
  github: {
    title: "GitHub",
    page: "/login/oauth/authorize",
    token: "/login/oauth/access_token",
    profiles: {
      "/user": ({ subject, name }) => ({ id: toNumber(subject), login: name.replace(/\W/g, ""), name }),
      "/user/emails": ({ email }) => (email ? [{ email, primary: true, verified: true }] : []),
    },
    scopes: ["read:user"],
    pkce: "optional",
    client: "body",
  },
  facebook: {
    title: "Facebook",
    page: "/v23.0/dialog/oauth",
    token: "/v23.0/oauth/access_token",
    profiles: {
      "/v23.0/me": ({ subject, name, email }, scopes) => ({
        id: subject,
        name,
        ...(email && scopes.includes("email") && { email }),
      }),
    },
    scopes: ["public_profile"],
    pkce: "optional",
    client: "body",
  },
  twitter: {
    title: "X",
    page: "/i/oauth2/authorize",
    token: "/2/oauth2/token",
    profiles: {
      "/2/users/me": ({ subject, name, email }, scopes) => ({
        data: {
          id: subject,
          name,
          username: name.replace(/\W/g, ""),
          ...(email && scopes.includes("users.email") && { confirmed_email: email }),
        },
      }),
    },
    scopes: ["users.read", "tweet.read"],
    pkce: "required",
    client: "basic",
  },
  linkedin: {
    title: "LinkedIn",
    page: "/oauth/v2/authorization",
    token: "/oauth/v2/accessToken",
    profiles: { "/v2/userinfo": describeOpenId },
    scopes: ["openid", "profile"],
    pkce: "refused",
    client: "body",
  },
};

function createOpenIdRules(issuer: string): OpenIdRules {
  return { issuer, claims: { iss: issuer } };
}

/** GitHub's ids are numbers. */
function toNumber(subject: string): number {
  return Number.parseInt(subject.replace(/\D/g, "").slice(0, 12) || "1", 10);
}
