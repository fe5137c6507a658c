/** Asks a network whether it knows the product's keys, without a user: with a code that it cannot have issued. */
import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { Network } from "~/domain/networks";
import { PROBE_TIMEOUT_MS } from "~/domain/setup";
import { toTokenRequest, type AuthorizationServer } from "./authorization-code";
import { readText } from "./fetch-json";
import { LINKEDIN } from "./linkedin-strategy";
import { FACEBOOK, TWITTER } from "./strategies";
import type { NetworkKeys } from "./social";

/** `unclear`: the network answers, and says nothing of the keys. */
export type KeyAnswer = "accepted" | "rejected" | "unreachable" | "unclear";

const SERVERS: Record<Network, AuthorizationServer> = {
  facebook: FACEBOOK,
  twitter: TWITTER,
  linkedin: LINKEDIN,
};

/**
 * A network checks the client before the code (RFC 6749 §5.2): with the right keys it rejects the code, otherwise the
 * keys. It sends one request, to that network only.
 */
export async function checkNetworkKeys(
  network: Network,
  { baseUrl, ...keys }: NetworkKeys,
  callbackUrl: string,
): Promise<KeyAnswer> {
  const bases = baseUrl === null ? null : { page: baseUrl, calls: baseUrl };
  const client = { ...keys, callbackUrl, getBases: () => Promise.resolve(bases) };
  const [code, verifier] = [randomBytes(24).toString("hex"), randomBytes(32).toString("base64url")];
  try {
    const { url, headers, form } = await toTokenRequest(
      { server: SERVERS[network], client },
      { code, verifier },
    );
    const response = await fetch(url, {
      method: "POST",
      headers: { Accept: "application/json", ...headers },
      body: new URLSearchParams(form),
      redirect: "error",
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return judgeAnswer(response.status, await readText(response));
  } catch {
    return "unreachable";
  }
}

/** By RFC 6749 the error is a word; Facebook's Graph API has an object with a number. */
const errorShape = z.object({ error: z.union([z.string(), z.object({ code: z.number() })]) });

const CLIENT_ERRORS = ["invalid_client", "unauthorized_client"];
/** Graph API: 1 for a wrong secret, 101 for an unknown app, 100 for a wrong code. */
const GRAPH = { clientErrors: [1, 101], codeError: 100 };

function judgeAnswer(status: number, body: string): KeyAnswer {
  if (status === 401) return "rejected";
  const parsed = errorShape.safeParse(parseJson(body));
  if (!parsed.success) return "unclear";
  const { error } = parsed.data;
  if (typeof error === "string") {
    if (CLIENT_ERRORS.includes(error)) return "rejected";
    return status === 400 ? "accepted" : "unclear";
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
