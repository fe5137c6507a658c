/** The product as a client that is registered at an identity provider. */
import type { IdentityProviderKeys } from "./identity-provider";

export interface IdentityProviderClient {
  /** The provider's id. */
  id: string;
  keys: IdentityProviderKeys;
  /** Where the provider redirects to: absolute, so that no header of a request can change it. */
  callbackUrl: string;
  /** Replaces the provider's hosts: `page` in the browser, `calls` in our requests. Null for the real provider. */
  getBases(): Promise<{ page: string; calls: string } | null>;
}

/** The client with the configured keys, at the real provider or at what replaces it for tests. */
export function createClient(
  id: string,
  keys: IdentityProviderKeys,
  callbackUrl: string,
): IdentityProviderClient {
  const { baseUrl } = keys;
  const bases = baseUrl === null ? null : { page: baseUrl, calls: baseUrl };
  return { id, keys, callbackUrl, getBases: () => Promise.resolve(bases) };
}
