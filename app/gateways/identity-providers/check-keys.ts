/** Asks a provider whether it knows the product's keys, without a user: with a code that it cannot have issued. */
import { randomBytes } from "node:crypto";
import * as openid from "openid-client";
import * as z from "zod";
import { PROBE_TIMEOUT_MS } from "~/domain/setup";
import { toTokenRequest, type AuthorizationServer } from "./authorization-code";
import { createClient, type IdentityProviderClient } from "./client";
import { discoverProvider } from "./discovery";
import { readText } from "./fetch-json";
import type { IdentityProviderKeys } from "./identity-provider";
import { findAuthorizationServer } from "./oauth-strategies";

/** `unclear`: the provider answers, and says nothing of the keys. */
export type KeyAnswer = "accepted" | "rejected" | "unreachable" | "unclear";

/**
 * A provider checks the client before the code (RFC 6749 §5.2): with the right keys it rejects the code, otherwise the
 * keys. It sends one request to a provider by OAuth 2.0, and asks one by OpenID Connect first for its endpoints.
 */
export async function checkIdentityProviderKeys(
  id: string,
  keys: IdentityProviderKeys,
  callbackUrl: string,
): Promise<KeyAnswer> {
  const client = createClient(id, keys, callbackUrl);
  const server = findAuthorizationServer(id);
  try {
    return await (server ? askByOAuth(server, client) : askByOpenId(client));
  } catch {
    return "unreachable";
  }
}

async function askByOAuth(server: AuthorizationServer, client: IdentityProviderClient): Promise<KeyAnswer> {
  const { url, headers, form } = await toTokenRequest({ server, client }, createImpossible());
  const response = await fetch(url, {
    method: "POST",
    headers: { Accept: "application/json", ...headers },
    body: new URLSearchParams(form),
    redirect: "error",
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  });
  return judgeAnswer(response.status, await readText(response));
}

async function askByOpenId(client: IdentityProviderClient): Promise<KeyAnswer> {
  const configuration = await discoverProvider(client);
  const { code, verifier } = createImpossible();
  const url = new URL(client.callbackUrl);
  url.searchParams.set("code", code);
  url.searchParams.set("iss", configuration.serverMetadata().issuer);
  try {
    await openid.authorizationCodeGrant(configuration, url, { pkceCodeVerifier: verifier });
    return "unclear";
  } catch (error) {
    // With a WWW-Authenticate header, which a refused client gets (RFC 6749 §5.2), the body is not read.
    if (error instanceof openid.WWWAuthenticateChallengeError) return judgeAnswer(error.status, "");
    if (!(error instanceof openid.ResponseBodyError)) throw error;
    return judgeAnswer(error.status, JSON.stringify({ error: error.error }));
  }
}

function createImpossible() {
  return { code: randomBytes(24).toString("hex"), verifier: randomBytes(32).toString("base64url") };
}

/** By RFC 6749 the error is a word; Facebook's Graph API has an object with a number. */
const errorShape = z.object({ error: z.union([z.string(), z.object({ code: z.number() })]) });

/** The last is GitHub's. */
const CLIENT_ERRORS = ["invalid_client", "unauthorized_client", "incorrect_client_credentials"];
/** GitHub answers 200. */
const CODE_ERRORS = ["bad_verification_code"];
/** Graph API: 1 for a wrong secret, 101 for an unknown app, 100 for a wrong code. */
const GRAPH = { clientErrors: [1, 101], codeError: 100 };

function judgeAnswer(status: number, body: string): KeyAnswer {
  if (status === 401) return "rejected";
  const parsed = errorShape.safeParse(parseJson(body));
  if (!parsed.success) return "unclear";
  const { error } = parsed.data;
  if (typeof error === "string") {
    if (CLIENT_ERRORS.includes(error)) return "rejected";
    return status === 400 || CODE_ERRORS.includes(error) ? "accepted" : "unclear";
  }
  if (GRAPH.clientErrors.includes(error.code)) return "rejected";
  return error.code === GRAPH.codeError ? "accepted" : "unclear";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
