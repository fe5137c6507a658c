/**
 * OpenID Connect providers that lie as a test tells them to. They are honest otherwise, each below its own name on one
 * server: a code works once, and only with the verifier of its request.
 */
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from "jose";

/** Answers instead of the provider. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export type Part = "discovery" | "keys" | "token" | "userinfo";

/** Fewer or other claims than those of an honest token; one that is undefined is left out. */
type Claims = Record<string, unknown>;

/** What differs from an honest provider. */
export interface Lies {
  claims?: (claims: JWTPayload) => Claims;
  /** The token about the user; null for none. */
  idToken?: (given: IdToken) => Promise<string | null> | string | null;
  /** What it announces. */
  metadata?: Record<string, unknown>;
  userInfo?: Record<string, unknown>;
  answers?: Partial<Record<Part, Answer>>;
  /** How late each answer is. */
  delayMs?: number;
}

interface IdToken {
  claims: Claims;
  sign: (claims: Claims) => Promise<string>;
  key: CryptoKey;
  publicKey: CryptoKey;
}

export interface Person {
  sub: string;
  name?: string;
  email?: string;
}

interface Grant {
  provider: string;
  person: Person;
  clientId: string;
  nonce: string;
  challenge: string;
}

export interface OpenIdProviders {
  origin: string;
  /** The issuer of the provider with this name. */
  issuerOf(name: string): string;
  /** By the provider's name; those that are missing are honest. */
  lies: Record<string, Lies>;
  /** For any other path, such as `/github/user`. */
  answers: Record<string, Answer>;
  /** What it was asked, as "POST /acme/token". */
  requests: string[];
  /** Every code, verifier, token and secret that it has seen or given out. */
  secrets: string[];
  /** Consents at the page that the browser was sent to. Returns the callback with the provider's answer. */
  consent(address: string, person: Person): URL;
  /** Signs by the key of this provider, whatever the claims. */
  signAs(name: string, claims: Record<string, unknown>): Promise<string>;
  /** Replaces the key of a provider by one with another id. */
  rotateKey(name: string): Promise<void>;
  close(): Promise<void>;
}

export const CLIENT_ID = "groundwork";
/** Searched for in logs and pages. */
export const CLIENT_SECRET = "canary-of-the-client-secret";
const LIFE_SECONDS = 300;

/** Announced where the provider is known by another issuer than its address here. */
type Issuers = Record<string, { issuer: string; origin: string }>;

interface Key {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

/** Starts them on 127.0.0.1. Close them when done. */
export async function startOpenIdProviders(issuers: Issuers = {}, port = 0): Promise<OpenIdProviders> {
  const grants = new Map<string, Grant>();
  const people = new Map<string, Person>();
  const keys = new Map<string, Promise<Key>>();
  const getKey = (name: string) => {
    const key = keys.get(name) ?? createKey(name);
    keys.set(name, key);
    return key;
  };
  const server = createServer((request, response) => {
    serve(providers, { request, response, grants, people, getKey }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuerOf = (name: string) => issuers[name]?.issuer ?? `${origin}/${name}`;
  const providers: OpenIdProviders & { issuers: Issuers } = {
    issuers,
    origin,
    issuerOf,
    lies: {},
    answers: {},
    requests: [],
    secrets: [],
    consent: (address, person) => consent(providers, grants, { address, person }),
    signAs: async (name, claims) => sign(claims, await getKey(name)),
    async rotateKey(name) {
      const key = createKey(`${name}-${randomBytes(4).toString("hex")}`);
      keys.set(name, key);
      await key;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return providers;
}

async function createKey(kid: string): Promise<Key> {
  return { kid, ...(await generateKeyPair("RS256", { extractable: true })) };
}

function sign(claims: Record<string, unknown>, { privateKey, kid }: Key): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
}

function consent(
  { issuerOf, secrets }: OpenIdProviders,
  grants: Map<string, Grant>,
  { address, person }: { address: string; person: Person },
): URL {
  const { pathname, searchParams } = new URL(address);
  const [, provider = ""] = pathname.split("/");
  const read = (name: string) => searchParams.get(name) ?? "";
  if (read("code_challenge_method") !== "S256") throw new Error(`no PKCE by S256 at ${pathname}`);
  const code = `canary-code-${randomBytes(16).toString("hex")}`;
  secrets.push(code);
  grants.set(code, {
    provider,
    person,
    clientId: read("client_id"),
    nonce: read("nonce"),
    challenge: read("code_challenge"),
  });
  const callback = new URL(read("redirect_uri"));
  const issuer = issuerOf(provider);
  callback.search = new URLSearchParams({
    code,
    state: read("state"),
    ...(namesItself(issuer) && { iss: issuer }),
  }).toString();
  return callback;
}

interface Served {
  request: IncomingMessage;
  response: ServerResponse;
  grants: Map<string, Grant>;
  people: Map<string, Person>;
  getKey(name: string): Promise<Key>;
}

type Serving = OpenIdProviders & { issuers: Issuers };

async function serve(providers: Serving, served: Served): Promise<void> {
  const { request, response } = served;
  const { pathname } = new URL(request.url ?? "/", providers.origin);
  const [, name = ""] = pathname.split("/");
  providers.requests.push(`${request.method} ${pathname}`);
  const form = new URLSearchParams(await text(request));
  const part = findPart(pathname);
  await sleep(providers.lies[name]?.delayMs ?? 0);
  const answer = providers.answers[pathname] ?? (part && providers.lies[name]?.answers?.[part]);
  if (answer) answer(response, request);
  else if (part === "discovery") sendJson(response, announce(providers, name));
  else if (part === "keys") sendJson(response, { keys: [await toPublicKey(await served.getKey(name))] });
  else if (part === "token") await exchange(providers, served, { name, form });
  else if (part === "userinfo") showUser(providers, served, name);
  else sendJson(response, { error: "not_found" }, 404);
}

function findPart(pathname: string): Part | null {
  if (pathname.endsWith("/.well-known/openid-configuration")) return "discovery";
  const parts = ["keys", "token", "userinfo"] as const;
  return parts.find((part) => /^\/\w+\/(\w+)$/.exec(pathname)?.[1] === part) ?? null;
}

function announce({ issuers, issuerOf, origin, lies }: Serving, name: string): Record<string, unknown> {
  const base = issuers[name]?.origin ?? `${origin}/${name}`;
  return {
    issuer: issuerOf(name),
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    userinfo_endpoint: `${base}/userinfo`,
    jwks_uri: `${base}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
    authorization_response_iss_parameter_supported: namesItself(issuerOf(name)),
    ...lies[name]?.metadata,
  };
}

/** False for Microsoft, whose issuer for several directories is a pattern. */
function namesItself(issuer: string): boolean {
  return !issuer.includes("{");
}

async function toPublicKey({ publicKey, kid }: Key): Promise<Record<string, unknown>> {
  return { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" };
}

async function exchange(
  { lies, issuerOf, secrets }: Serving,
  { response, grants, people, getKey }: Served,
  { name, form }: { name: string; form: URLSearchParams },
): Promise<void> {
  const [code, verifier] = [form.get("code") ?? "", form.get("code_verifier") ?? ""];
  secrets.push(verifier);
  const grant = grants.get(code);
  grants.delete(code);
  const isFor = grant?.provider === name && toChallenge(verifier) === grant.challenge;
  if (!isFor) {
    sendJson(response, { error: "invalid_grant" }, 400);
    return;
  }
  const accessToken = `canary-token-${randomBytes(16).toString("hex")}`;
  people.set(accessToken, grant.person);
  const now = Math.floor(Date.now() / 1000);
  const honest = {
    iss: issuerOf(name),
    aud: grant.clientId,
    iat: now,
    exp: now + LIFE_SECONDS,
    nonce: grant.nonce,
    ...grant.person,
  };
  const idToken = await createIdToken(lies[name] ?? {}, honest, await getKey(name));
  secrets.push(accessToken, idToken ?? "");
  sendJson(response, {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: LIFE_SECONDS,
    ...(idToken !== null && { id_token: idToken }),
  });
}

async function createIdToken(lies: Lies, honest: JWTPayload, key: Key): Promise<string | null> {
  const claims = lies.claims?.(honest) ?? honest;
  if (!lies.idToken) return sign(claims, key);
  const { privateKey, publicKey } = key;
  return lies.idToken({ claims, key: privateKey, publicKey, sign: (given) => sign(given, key) });
}

function showUser({ lies }: Serving, { request, response, people }: Served, name: string): void {
  const token = (request.headers.authorization ?? "").replace("Bearer ", "");
  const person = people.get(token);
  if (person) sendJson(response, { ...person, ...lies[name]?.userInfo });
  else sendJson(response, { error: "invalid_token" }, 401);
}

function toChallenge(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
