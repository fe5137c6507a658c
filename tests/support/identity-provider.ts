/** The identity providers for tests of the product: their sandbox, used with configured keys, and ways to make it fail. */
import { generateKeyPairSync, verify } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { KNOWN_IDENTITY_PROVIDER_IDS, type KnownIdentityProvider } from "~/domain/identity-providers";
import { startIdentitySandbox } from "../../sandbox/identity-providers/server";
import { createBrowser, type Browser, type PageAnswer } from "./clients";
import { findFreePort } from "./free-port";
import { linkIn, startProduct, type Product } from "./product";

/** Answers instead of the provider. */
export type Fault = (response: ServerResponse) => void;

export interface StartedIdentityProviders {
  product: Product;
  /** Replaces one of the providers' responses; null restores it. */
  breakAt(part: "token" | "person", fault: Fault | null): void;
  /** Every exchange of a code: its provider and its Authorization header. */
  exchanges: { provider: string; authorization: string | undefined }[];
  stop(): Promise<void>;
}

interface IdentityProviderPerson {
  name?: string;
  email?: string;
  decision?: "allow" | "deny";
}

const PARTS = { token: /\/(access_token|token|accessToken)$/, person: /\/(me|userinfo|user)(\?|$)/ };
const KEYS = { id: "an id of ours & more", secret: "a secret: of + ours" };

/** Starts the providers, and the product with keys for all of them. Stop them when done. */
export async function startWithIdentityProviders(
  environment: Record<string, string> = {},
): Promise<StartedIdentityProviders> {
  const port = await findFreePort();
  const { environment: keys, ...providers } = await startIdentityProviders(port);
  const product = await startProduct({ PORT: String(port), ...environment, ...keys });
  return {
    ...providers,
    product,
    async stop() {
      await product.stop();
      await providers.stop();
    },
  };
}

/** Starts the providers for a product on this port, which is to be started with `environment`. */
export async function startIdentityProviders(
  port: number,
): Promise<Omit<StartedIdentityProviders, "product"> & { environment: Record<string, string> }> {
  const faults: Record<keyof typeof PARTS, Fault | null> = { token: null, person: null };
  const exchanges: StartedIdentityProviders["exchanges"] = [];
  const intercept = (request: IncomingMessage, response: ServerResponse) => {
    const part = getPart(request.url ?? "");
    if (part === "token") {
      const [, provider = ""] = (request.url ?? "").split("/");
      exchanges.push({ provider, authorization: request.headers.authorization });
    }
    const fault = part && faults[part];
    fault?.(response);
    return Boolean(fault);
  };
  const sandbox = await startIdentitySandbox({ clients: listClients(port), intercept });
  return {
    environment: Object.fromEntries(
      KNOWN_IDENTITY_PROVIDER_IDS.flatMap((provider) => listKeys(provider, sandbox.port)),
    ),
    exchanges,
    breakAt(part, fault) {
      faults[part] = fault;
    },
    stop: () => sandbox.close(),
  };
}

function listClients(port: number) {
  return Object.fromEntries(
    KNOWN_IDENTITY_PROVIDER_IDS.map((provider) => [
      provider,
      {
        id: KEYS.id,
        secret: provider === "apple" ? isAppleSecret : KEYS.secret,
        callback: getCallbackUrl(port, provider),
      },
    ]),
  );
}

/** Goes to the provider and submits its consent page. Returns the callback URL that the provider redirects to. */
export async function followIdentityProvider(
  visitor: Browser,
  provider: KnownIdentityProvider,
  { as = {}, query = "" }: { as?: IdentityProviderPerson; query?: string } = {},
): Promise<URL> {
  const away = await visitor.get(`/auth/${provider}${query}`);
  if (!away.location)
    throw new Error(`/auth/${provider} answered ${away.status}: ${away.html.slice(0, 500)}`);
  return consent(away.location, as);
}

/** Submits the provider's consent page, as the user would. */
export async function consent(address: string, as: IdentityProviderPerson): Promise<URL> {
  const { name = "Ada Lovelace", email = "ada@example.com", decision = "allow" } = as;
  const answer = await fetch(address, {
    method: "POST",
    headers: { Origin: new URL(address).origin },
    body: new URLSearchParams({ name, email, decision }),
    redirect: "manual",
  });
  const location = answer.headers.get("Location") ?? (await postForm(await answer.text()));
  if (!location) throw new Error(`the provider answered ${answer.status}`);
  return new URL(location);
}

/** Submits the form by which a provider answers, as its own page would: the browser sends no cookies with it. */
async function postForm(html: string): Promise<string | null> {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
  if (action === undefined) return null;
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  const fields = [...inputs].map(([, name = "", value = ""]) => [name, decodeEntities(value)]);
  const answer = await fetch(action, {
    method: "POST",
    headers: { Origin: "https://appleid.apple.com", "Sec-Fetch-Site": "cross-site" },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  return answer.headers.get("Location");
}

function decodeEntities(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** Signs in at the provider up to the callback's page, and returns that page's URL. */
export async function signInByIdentityProvider(
  visitor: Browser,
  provider: KnownIdentityProvider,
  options: { as?: IdentityProviderPerson; query?: string } = {},
): Promise<string> {
  const back = await followIdentityProvider(visitor, provider, options);
  const { location } = await visitor.get(back.pathname + back.search);
  return location ?? "";
}

/** Signs in at the provider and submits the callback's page. Returns the response to its form. */
export async function enterBy(
  visitor: Browser,
  provider: KnownIdentityProvider,
  {
    more = {},
    ...options
  }: { as?: IdentityProviderPerson; query?: string; more?: Record<string, string> } = {},
): Promise<PageAnswer> {
  const page = await signInByIdentityProvider(visitor, provider, options);
  return visitor.post(page, { token: getToken(page), ...more });
}

/** Creates a user by signing up with a provider, and verifies their email. */
export async function createIdentityProviderUserOnFreePlan(
  product: Product,
  provider: KnownIdentityProvider,
  as: { name: string; email: string },
): Promise<Browser> {
  const someone = createBrowser(product);
  await enterBy(someone, provider, { as, query: "?signup=1" });
  const link = linkIn(await product.mailTo(as.email), "/signup/verify");
  await someone.post("/signup/verify", {
    intent: "verify",
    token: link.searchParams.get("token") ?? "",
  });
  return someone;
}

export function isSignedIn(someone: Browser): boolean {
  return someone.cookies.has("session");
}

export function getToken(page: string): string {
  return new URL(page, "http://product").searchParams.get("token") ?? "";
}

function getPart(url: string): keyof typeof PARTS | null {
  if (PARTS.token.test(url)) return "token";
  return PARTS.person.test(url) ? "person" : null;
}

function getCallbackUrl(port: number, provider: KnownIdentityProvider): string {
  return `http://localhost:${port}/auth/${provider}/callback`;
}

function listKeys(provider: KnownIdentityProvider, port: number): [string, string][] {
  const prefix = provider.toUpperCase();
  const base: [string, string] = [`${prefix}_BASE_URL`, `http://127.0.0.1:${port}/${provider}`];
  if (provider === "apple")
    return [
      base,
      ...Object.entries(APPLE).map(([name, value]): [string, string] => [`APPLE_${name}`, value]),
    ];
  return [base, [`${prefix}_CLIENT_ID`, KEYS.id], [`${prefix}_CLIENT_SECRET`, KEYS.secret]];
}

const appleKey = generateKeyPairSync("ec", { namedCurve: "P-256" });
const APPLE = {
  CLIENT_ID: KEYS.id,
  TEAM_ID: "TEAM123456",
  KEY_ID: "KEY1234567",
  PRIVATE_KEY: appleKey.privateKey
    .export({ type: "pkcs8", format: "pem" })
    .toString()
    .replaceAll("\n", "\\n"),
};

/** Whether the product has signed it, for Apple and for its own application there. */
function isAppleSecret(given: string): boolean {
  const [header = "", payload = "", signature = ""] = given.split(".");
  const key = { key: appleKey.publicKey, dsaEncoding: "ieee-p1363" } as const;
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    key,
    Buffer.from(signature, "base64url"),
  );
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  const claims = { ...read(header), ...read(payload) };
  const expected = {
    kid: APPLE.KEY_ID,
    iss: APPLE.TEAM_ID,
    sub: APPLE.CLIENT_ID,
    aud: "https://appleid.apple.com",
  };
  return isSigned && Object.entries(expected).every(([name, value]) => claims[name] === value);
}
