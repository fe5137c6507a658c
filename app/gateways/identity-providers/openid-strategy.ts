/** The strategy of every provider by OpenID Connect, with openid-client for what the protocol asks to check. */
import { redirect, type Session, type SessionStorage } from "@remix-run/node";
import * as openid from "openid-client";
import { Strategy, type AuthenticateOptions } from "remix-auth";
import * as z from "zod";
import { seconds } from "~/domain/limits";
import type { IdentityProviderClient } from "./client";
import { discoverProvider } from "./discovery";
import { readFlow, requireCode, startFlow, type Flow } from "./flow";
import { IdentityProviderError, type IdentityProfile, type VerifyProfile } from "./identity-provider";
import { getOpenIdProvider } from "./openid-provider";

/** How far the provider's clock may be ahead of ours. */
const CLOCK_TOLERANCE_MS = seconds(30);

/** The subject is at most 255 characters of ASCII (OpenID Connect Core §2), and openid-client accepts an empty one. */
const claimsShape = z.object({
  iss: z.string(),
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  iat: z.number(),
  name: z.string().catch(""),
  email: z.string().nullable().catch(null),
});

type Claims = z.output<typeof claimsShape>;

export class OpenIdStrategy<User> extends Strategy<User, { profile: IdentityProfile }> {
  override name: string;
  readonly #client: IdentityProviderClient;

  constructor(client: IdentityProviderClient, verify: VerifyProfile<User>) {
    super(verify);
    this.name = client.id;
    this.#client = client;
  }

  override async authenticate(
    request: Request,
    sessionStorage: SessionStorage,
    options: AuthenticateOptions,
  ) {
    const client = this.#client;
    const session = await sessionStorage.getSession(request.headers.get("Cookie"));
    const url = new URL(request.url);
    let user: User;
    try {
      if (url.pathname !== new URL(client.callbackUrl).pathname)
        throw await redirectToProvider(client, session, sessionStorage);
      const reading = readProfile(client, url, readFlow(session, client.id));
      const profile = await within(options.context?.signal, reading);
      user = await this.verify({ profile });
    } catch (error) {
      if (error instanceof IdentityProviderError)
        return this.failure(error.message, request, sessionStorage, options, error);
      throw error;
    }
    return this.success(user, request, sessionStorage, options);
  }
}

/** Each request has its own limit, and the whole callback this one, because the user is waiting for the page. */
function within<T>(signal: unknown, work: Promise<T>): Promise<T> {
  if (!(signal instanceof AbortSignal)) return work;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new IdentityProviderError("failed", "the provider is too slow"));
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject);
  });
}

async function redirectToProvider(
  client: IdentityProviderClient,
  session: Session,
  sessionStorage: SessionStorage,
): Promise<Response> {
  const configuration = await discoverProvider(client);
  const { scope, responseMode } = getOpenIdProvider(client.id, client.keys);
  const { state, verifier, nonce } = startFlow(session, client.id);
  const parameters = {
    redirect_uri: client.callbackUrl,
    scope,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(responseMode && { response_mode: responseMode }),
  };
  const url = await toPage(client, openid.buildAuthorizationUrl(configuration, parameters));
  return redirect(url.href, { headers: { "Set-Cookie": await sessionStorage.commitSession(session) } });
}

/** The page that the provider has announced; a stand-in's is below its own base. */
async function toPage(client: IdentityProviderClient, announced: URL): Promise<URL> {
  const base = (await client.getBases())?.page;
  if (base === undefined) return announced;
  return new URL(base.replace(/\/+$/, "") + announced.pathname + announced.search);
}

async function readProfile(client: IdentityProviderClient, url: URL, flow: Flow): Promise<IdentityProfile> {
  requireCode(url.searchParams, flow);
  const configuration = await discoverProvider(client);
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, toCallback(client, url), {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const claims = claimsShape.parse(tokens.claims());
    if (claims.iat * 1000 > Date.now() + CLOCK_TOLERANCE_MS)
      throw new IdentityProviderError("failed", "the provider's token is of the future");
    const shown =
      claims.email === null ? await askUserInfo(configuration, claims, tokens.access_token) : claims;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      name: shown.name || readFormName(url),
      email: shown.email,
    };
  } catch (error) {
    throw toIdentityProviderError(error);
  }
}

/** What the token does not say; a provider need not have it. Throws for an answer about another user. */
async function askUserInfo(
  configuration: openid.Configuration,
  claims: Claims,
  accessToken: string,
): Promise<Pick<Claims, "name" | "email">> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  const info = await openid.fetchUserInfo(configuration, accessToken, claims.sub);
  const { name, email } = claimsShape.pick({ name: true, email: true }).parse(info);
  return { name: claims.name || name, email };
}

/** The callback's URL as the provider knows it, with what it has sent. */
function toCallback({ callbackUrl }: IdentityProviderClient, { searchParams }: URL): URL {
  const url = new URL(callbackUrl);
  for (const [name, value] of searchParams) if (name !== "user") url.searchParams.append(name, value);
  return url;
}

const formUser = z.object({
  name: z.object({ firstName: z.string().catch(""), lastName: z.string().catch("") }),
});

/** Apple sends the name once, in a field that nobody has signed: a text for the user to correct, and no more. */
function readFormName({ searchParams }: URL): string {
  try {
    const { name } = formUser.parse(JSON.parse(searchParams.get("user") ?? ""));
    return `${name.firstName} ${name.lastName}`.trim();
  } catch {
    return "";
  }
}

/** Keeps only the name of the check that failed: messages and causes of the library contain tokens. */
export function toIdentityProviderError(error: unknown): IdentityProviderError {
  if (error instanceof IdentityProviderError) return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  const what = typeof code === "string" ? code : String(name);
  return new IdentityProviderError("failed", `the provider's answer is refused (${what.slice(0, 80)})`);
}
