/**
 * The authorization code flow (RFC 6749 §4.1) with state and PKCE (RFC 7636), for the strategies of all networks.
 * docs/decisions/0019 says why it replaces the flow of the published strategies.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { redirect, type AppLoadContext, type Session, type SessionStorage } from "@remix-run/node";
import * as z from "zod";
import type { Network } from "~/domain/networks";
import { fetchJson, getSignal, toUrl } from "./fetch-json";
import { SocialError } from "./social";

/** The product as a client that is registered at a network. */
export interface NetworkClient {
  clientId: string;
  clientSecret: string;
  /** Where the network redirects to: absolute, so that no header of a request can change it. */
  callbackUrl: string;
  /** Replaces the network's hosts: `page` in the browser, `calls` in our requests. Null for the real network. */
  getBases(): Promise<{ page: string; calls: string } | null>;
}

/** A network's endpoints and flow, from its documentation. The URLs are those of the real network. */
export interface AuthorizationServer {
  network: Network;
  authorizationUrl: string;
  tokenUrl: string;
  scope: string;
  /** False for a network that rejects requests with a PKCE challenge. */
  hasPkce: boolean;
  /** Where the token request carries the client's id and secret (RFC 6749 §2.3.1). */
  clientAuthentication: "basic" | "body";
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Seconds; 0 when the network does not say. */
  expiresIn: number;
  scope: string;
}

/** The values that a strategy receives in `authenticate`, and its callbacks. */
interface AuthorizationCodeFlow<User> {
  request: Request;
  sessionStorage: SessionStorage;
  context: AppLoadContext | undefined;
  server: AuthorizationServer;
  client: NetworkClient;
  verify(tokens: Tokens): Promise<User>;
  success(user: User): Promise<User>;
  failure(cause: SocialError): Promise<never>;
}

/**
 * Implements a strategy's `authenticate`. On the callback's path it exchanges the code and verifies the user. On every
 * other path it throws the redirect to the network, and keeps state and verifier in the session.
 */
export async function authenticateByCode<User>(flow: AuthorizationCodeFlow<User>): Promise<User> {
  const { request, sessionStorage, server, client } = flow;
  const session = await sessionStorage.getSession(request.headers.get("Cookie"));
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== new URL(client.callbackUrl).pathname) throw await redirectToNetwork(flow, session);
  let user: User;
  try {
    const code = requireCode(searchParams, getText(session, toStateKey(server)));
    const verifier = getText(session, toVerifierKey(server));
    user = await flow.verify(await exchangeCode(flow, { code, verifier }));
  } catch (error) {
    if (error instanceof SocialError) return flow.failure(error);
    throw error;
  }
  return flow.success(user);
}

async function redirectToNetwork(
  { sessionStorage, server, client }: AuthorizationCodeFlow<unknown>,
  session: Session,
): Promise<Response> {
  const [state, verifier] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
  session.set(toStateKey(server), state);
  session.set(toVerifierKey(server), verifier);
  const url = new URL(toUrl(server.authorizationUrl, (await client.getBases())?.page));
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: client.callbackUrl,
    scope: server.scope,
    state,
    ...(server.hasPkce && { code_challenge: toChallenge(verifier), code_challenge_method: "S256" }),
  }).toString();
  return redirect(url.href, { headers: { "Set-Cookie": await sessionStorage.commitSession(session) } });
}

/** The session keys contain the network, so that the state of one network is invalid at the callback of another. */
const toStateKey = ({ network }: AuthorizationServer) => `${network}:state`;
const toVerifierKey = ({ network }: AuthorizationServer) => `${network}:verifier`;

function getText(session: Session, key: string): string {
  const value: unknown = session.get(key);
  return typeof value === "string" ? value : "";
}

function toChallenge(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** The `error` values that mean that the user refused. The last two are LinkedIn's. */
const DENIALS = ["access_denied", "user_cancelled_login", "user_cancelled_authorize"];

/** Checks the state first: the rest of the query is trusted only when this browser started the flow. */
function requireCode(query: URLSearchParams, state: string): string {
  const [expected, given] = [Buffer.from(state), Buffer.from(query.get("state") ?? "")];
  const isSame = expected.length === given.length && timingSafeEqual(expected, given);
  if (state === "" || !isSame) throw new SocialError("forged", "the state is not this browser's");
  const [error, code] = [query.get("error"), query.get("code")];
  if (error !== null && DENIALS.includes(error)) throw new SocialError("denied", "permission was refused");
  if (error !== null || !code) throw new SocialError("failed", "the network sent no code");
  return code;
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
  if (!parsed.success) throw new SocialError("failed", "the network sent no access token");
  const { access_token, refresh_token, expires_in, scope } = parsed.data;
  return { accessToken: access_token, refreshToken: refresh_token, expiresIn: expires_in, scope };
}

/** The request that exchanges a code (RFC 6749 §4.1.3), as the network expects it. */
export async function toTokenRequest(
  { server, client }: Pick<AuthorizationCodeFlow<unknown>, "server" | "client">,
  { code, verifier }: { code: string; verifier: string },
): Promise<{ url: string; headers: Record<string, string>; form: Record<string, string> }> {
  const { clientId, clientSecret, callbackUrl } = client;
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
