/** The certified provider of the package oidc-provider on loopback: what nobody here wrote says what the protocol is. */
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import Provider from "oidc-provider";
import { CLIENT_ID, CLIENT_SECRET, type Person } from "./openid-provider";

export interface CertifiedProvider {
  issuer: string;
  /** The parameters of each request of a browser. */
  authorizations: Record<string, string | undefined>[];
  /** "success" or "error" of each exchange of a code. */
  exchanges: string[];
  /** Goes to its page as a browser does, and signs in there as this person, or refuses. Returns the callback. */
  visit(address: string, as: Person | "refuses"): Promise<URL>;
  close(): Promise<void>;
}

/** Starts it for one application. Close it when done. */
export async function startCertifiedProvider(port: number, redirectUri: string): Promise<CertifiedProvider> {
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Person>();
  const provider = createProvider(issuer, { redirectUri, people });
  const [authorizations, exchanges]: [CertifiedProvider["authorizations"], string[]] = [[], []];
  provider.on("authorization.accepted", ({ oidc }) => authorizations.push({ ...oidc.params }));
  provider.on("grant.success", () => exchanges.push("success"));
  provider.on("grant.error", () => exchanges.push("error"));
  const answer = provider.callback();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    if (!pathname.startsWith("/interaction/")) {
      answer(request, response);
      return;
    }
    const accountId = searchParams.get("as");
    const result = accountId
      ? { login: { accountId } }
      : { error: "access_denied", error_description: "refused" };
    provider.interactionFinished(request, response, result).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    issuer,
    authorizations,
    exchanges,
    visit(address, as) {
      if (as !== "refuses") people.set(as.sub, as);
      return visit(address, { issuer, as });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createProvider(
  issuer: string,
  { redirectUri, people }: { redirectUri: string; people: Map<string, Person> },
): Provider {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "certified", use: "sig" }] },
    cookies: { keys: ["of this test"] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    scopes: ["openid", "profile", "email"],
    claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ email_verified: true, ...people.get(accountId), sub: accountId }),
    }),
    async loadExistingGrant({ oidc }: GrantContext) {
      const { client, session } = oidc;
      const grant = new oidc.provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
}

interface GrantContext {
  oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider };
}

/** Follows the provider's redirects with its cookies, until one leads elsewhere. */
async function visit(
  address: string,
  { issuer, as }: { issuer: string; as: Person | "refuses" },
): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = new URL(address);
  while (at.origin === issuer) {
    if (at.pathname.startsWith("/interaction/") && as !== "refuses") at.searchParams.set("as", as.sub);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const given of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    at = new URL(location, issuer);
  }
  return at;
}
