/** What a browser keeps between the redirect to a provider and its callback, and how the callback is bound to it. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Session } from "@remix-run/node";
import { IdentityProviderError } from "./identity-provider";

/** Of 256 random bits each (RFC 6749 §10.12, RFC 7636, OpenID Connect Core §3.1.2.1). */
export interface Flow {
  state: string;
  verifier: string;
  nonce: string;
}

const PARTS = ["state", "verifier", "nonce"] as const;

/** The session keys contain the provider, so that the state of one provider is invalid at the callback of another. */
const toKey = (provider: string, part: keyof Flow) => `${provider}:${part}`;

export function startFlow(session: Session, provider: string): Flow {
  const flow = { state: createRandom(), verifier: createRandom(), nonce: createRandom() };
  for (const part of PARTS) session.set(toKey(provider, part), flow[part]);
  return flow;
}

/** The parts are empty in a browser that did not start a flow. */
export function readFlow(session: Session, provider: string): Flow {
  const read = (part: keyof Flow) => {
    const value: unknown = session.get(toKey(provider, part));
    return typeof value === "string" ? value : "";
  };
  return { state: read("state"), verifier: read("verifier"), nonce: read("nonce") };
}

/** The `error` values that mean that the user refused: RFC 6749, LinkedIn's two, and Apple's. */
const DENIALS = [
  "access_denied",
  "user_cancelled_login",
  "user_cancelled_authorize",
  "user_cancelled_authorize_request",
];

/**
 * Returns the code of a callback's query. Checks the state first: the rest is trusted only when this browser started the
 * flow. Throws IdentityProviderError.
 */
export function requireCode(query: URLSearchParams, { state }: Pick<Flow, "state">): string {
  const [expected, given] = [Buffer.from(state), Buffer.from(query.get("state") ?? "")];
  const isSame = expected.length === given.length && timingSafeEqual(expected, given);
  if (state === "" || !isSame || query.getAll("state").length !== 1)
    throw new IdentityProviderError("forged", "the state is not this browser's");
  const [error, code] = [query.get("error"), query.get("code")];
  if (error !== null && DENIALS.includes(error))
    throw new IdentityProviderError("denied", "permission was refused");
  if (error !== null || !code) throw new IdentityProviderError("failed", "the provider sent no code");
  return code;
}

function createRandom(): string {
  return randomBytes(32).toString("base64url");
}
