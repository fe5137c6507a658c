/**
 * The authorization code flow (RFC 6749 §4.1) with state and PKCE (RFC 7636), for the strategies of all providers.
 * docs/decisions/0019 says why it replaces the flow of the published strategies.
 */
import { createHash } from "node:crypto";
import { redirect, type AppLoadContext, type Session, type SessionStorage } from "@remix-run/node";
import * as z from "zod";
import type { IdentityProviderClient } from "./client";
import { fetchJson, getSignal, toUrl } from "./fetch-json";
import { readFlow, requireCode, startFlow } from "./flow";
import { IdentityProviderError } from "./identity-provider";

/** A provider's endpoints and flow, from its documentation. The URLs are those of the real provider. */
export interface AuthorizationServer {
  provider: string;
  authorizationUrl: string;
  tokenUrl: string;
  scope: string;
  /** False for a provider that rejects requests with a PKCE challenge. */
  hasPkce: boolean;
  /** Where the token request carries the client's id and secret (RFC 6749 §2.3.1). */
  clientAuthentication: "basic" | "body";
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Seconds; 0 when the provider does not say. */
  expiresIn: number;
  scope: string;
}

/** The values that a strategy receives in `authenticate`, and its callbacks. */
interface AuthorizationCodeFlow<User> {
  request: Request;
  sessionStorage: SessionStorage;
  context: AppLoadContext | undefined;
  server: AuthorizationServer;
  client: IdentityProviderClient;
  verify(tokens: Tokens): Promise<User>;
  success(user: User): Promise<User>;
  failure(cause: IdentityProviderError): Promise<never>;
}

/**
 * Implements a strategy's `authenticate`. On the callback's path it exchanges the code and verifies the user. On every
 * other path it throws the redirect to the provider, and keeps state and verifier in the session.
 */
export async function authenticateByCode<User>(flow: AuthorizationCodeFlow<User>): Promise<User> {
  const { request, sessionStorage, server, client } = flow;
  const session = await sessionStorage.getSession(request.headers.get("Cookie"));
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== new URL(client.callbackUrl).pathname)
    throw await redirectToIdentityProvider(flow, session);
  let user: User;
  try {
    const kept = readFlow(session, server.provider);
    const code = requireCode(searchParams, kept);
    const { verifier } = kept;
    user = await flow.verify(await exchangeCode(flow, { code, verifier }));
  } catch (error) {
    if (error instanceof IdentityProviderError) return flow.failure(error);
    throw error;
  }
  return flow.success(user);
}

async function redirectToIdentityProvider(
  { sessionStorage, server, client }: AuthorizationCodeFlow<unknown>,
  session: Session,
): Promise<Response> {
  const { state, verifier } = startFlow(session, server.provider);
  const url = new URL(toUrl(server.authorizationUrl, (await client.getBases())?.page));
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: client.keys.clientId,
    redirect_uri: client.callbackUrl,
    scope: server.scope,
    state,
    ...(server.hasPkce && { code_challenge: toChallenge(verifier), code_challenge_method: "S256" }),
  }).toString();
  return redirect(url.href, { headers: { "Set-Cookie": await sessionStorage.commitSession(session) } });
}

function toChallenge(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

const tokenResponse = z.object({
  access_token: z.string().min(1).max(4096),
  refresh_token: z.string().catch(""),
  expires_in: z.number().catch(0),
  scope: z.string().catch(""),
});

async function exchangeCode(
  { server, client, context }: AuthorizationCodeFlow<unknown>,
  { code, verifier }: { code: string; verifier: string },
): Promise<Tokens> {
  const { url, ...given } = await toTokenRequest({ server, client }, { code, verifier });
  const response = await fetchJson(url, { signal: getSignal(context), ...given });
  const parsed = tokenResponse.safeParse(response);
  if (!parsed.success) throw new IdentityProviderError("failed", "the provider sent no access token");
  const { access_token, refresh_token, expires_in, scope } = parsed.data;
  return { accessToken: access_token, refreshToken: refresh_token, expiresIn: expires_in, scope };
}

/** The request that exchanges a code (RFC 6749 §4.1.3), as the provider expects it. */
export async function toTokenRequest(
  { server, client }: Pick<AuthorizationCodeFlow<unknown>, "server" | "client">,
  { code, verifier }: { code: string; verifier: string },
): Promise<{ url: string; headers: Record<string, string>; form: Record<string, string> }> {
  const { callbackUrl, keys } = client;
  const { clientId, clientSecret } = keys;
  const isBasic = server.clientAuthentication === "basic";
  return {
    url: toUrl(server.tokenUrl, (await client.getBases())?.calls),
    headers: isBasic ? { Authorization: toBasic(clientId, clientSecret) } : {},
    form: {
      grant_type: "authorization_code",
      code,
      redirect_uri: callbackUrl,
      client_id: clientId,
      ...(!isBasic && { client_secret: clientSecret }),
      ...(server.hasPkce && { code_verifier: verifier }),
    },
  };
}

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
function toBasic(clientId: string, clientSecret: string): string {
  const joined = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(joined).toString("base64")}`;
}
