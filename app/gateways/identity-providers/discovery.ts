/** What an OpenID Connect provider announces of itself, kept for an hour, and the guarded requests to it. */
import * as openid from "openid-client";
import { isLoopbackUrlHost } from "~/domain/ips";
import { IDENTITY_PROVIDER_ANSWER_MAX_BYTES, IDENTITY_PROVIDER_CALLS_TIMEOUT_MS } from "~/domain/limits";
import { fetchGuarded } from "../network/guarded-fetch";
import { mayOperatorReach } from "../network/operator-ips";
import { isPublicIp } from "../network/public-ips";
import type { IdentityProviderClient } from "./client";
import { IdentityProviderError } from "./identity-provider";
import { createClientSecret, DISCOVERY_LIFE_MS, getOpenIdProvider } from "./openid-provider";

interface Discovered {
  configuration: Promise<openid.Configuration>;
  until: number;
}

const discovered = new WeakMap<IdentityProviderClient, Discovered>();

/**
 * Signatures are checked although the token comes over TLS, which openid-client leaves to the caller. Throws
 * IdentityProviderError, and asks again the next time.
 */
export async function discoverProvider(client: IdentityProviderClient): Promise<openid.Configuration> {
  const known = discovered.get(client);
  if (known && known.until > performance.now()) return known.configuration;
  // With the failure in words of ours, because every visitor who waits for it gets it.
  const configuration = discover(client).catch((error: unknown) => {
    discovered.delete(client);
    throw toDiscoveryError(error);
  });
  discovered.set(client, { configuration, until: performance.now() + DISCOVERY_LIFE_MS });
  return configuration;
}

function toDiscoveryError(error: unknown): IdentityProviderError {
  if (error instanceof IdentityProviderError) return error;
  const { code } = error as { code?: unknown };
  const what = typeof code === "string" ? ` (${code.slice(0, 80)})` : "";
  return new IdentityProviderError("failed", `the provider cannot be reached as announced${what}`);
}

async function discover(client: IdentityProviderClient): Promise<openid.Configuration> {
  const { issuer } = getOpenIdProvider(client.id, client.keys);
  const isInsecure = issuer.protocol === "http:" && isLoopbackUrlHost(issuer.hostname);
  const authentication = createAuthentication(await createClientSecret(client.keys));
  const configuration = await openid.discovery(issuer, client.keys.clientId, {}, authentication, {
    execute: [openid.enableNonRepudiationChecks, ...(isInsecure ? [openid.allowInsecureRequests] : [])],
    timeout: IDENTITY_PROVIDER_CALLS_TIMEOUT_MS / 1000,
    [openid.customFetch]: createFetch(client, issuer),
  });
  requirePage(issuer, configuration.serverMetadata().authorization_endpoint);
  return configuration;
}

/** The browser is sent there: to a page by https, or by http where the issuer itself is. Throws IdentityProviderError. */
export function requirePage(issuer: URL, announced = ""): void {
  const protocol = URL.canParse(announced) ? new URL(announced).protocol : null;
  if (protocol === "https:" || protocol === issuer.protocol) return;
  throw new IdentityProviderError("failed", "the provider announces a page that is no web page");
}

/** In the body, unless the provider announces only HTTP Basic (RFC 6749 §2.3.1). */
function createAuthentication(secret: string): openid.ClientAuth {
  return (...call) => {
    const [{ token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] }] = call;
    const create = methods.includes("client_secret_post")
      ? openid.ClientSecretPost
      : openid.ClientSecretBasic;
    create(secret)(...call);
  };
}

/**
 * The operator has named the issuer, which may be a server of their own network. What the issuer names besides must be on
 * the public internet.
 */
function createFetch(client: IdentityProviderClient, issuer: URL): openid.CustomFetch {
  return async (url, { method, headers, body }) => {
    const bases = await client.getBases();
    const isOwn = new URL(url).origin === issuer.origin;
    const isStandIn = bases !== null && isOwn;
    const target = isStandIn ? bases.calls.replace(/\/+$/, "") + toPathAndQuery(url) : url;
    return fetchGuarded(
      target,
      { method, headers, body: toText(body) },
      {
        mayReach: isOwn ? mayOperatorReach : isPublicIp,
        maxBytes: IDENTITY_PROVIDER_ANSWER_MAX_BYTES,
        timeoutMs: IDENTITY_PROVIDER_CALLS_TIMEOUT_MS,
      },
    );
  };
}

function toPathAndQuery(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** openid-client sends forms only. */
function toText(body: openid.FetchBody): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString();
  throw new TypeError("a request to a provider is a form");
}
