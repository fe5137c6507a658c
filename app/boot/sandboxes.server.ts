/** The local replacements for outside services, as boot starts them, and what they know of the product. */
import type { Config } from "../config/config.server";
import { KNOWN_IDENTITY_PROVIDER_IDS, type KnownIdentityProvider } from "../domain/identity-providers";
import { paths } from "../domain/paths";
import { SANDBOX_KEYS } from "../gateways/identity-providers/create-identity-providers";
import type { Sandbox, SandboxOptions } from "./payments.server";

/** Local replacements for outside services. Boot starts each one that has no keys. */
export interface Sandboxes {
  payments(options: SandboxOptions): Promise<Sandbox>;
  /** Registers one application with these keys at each identity provider. */
  social(options: { clients: Record<KnownIdentityProvider, SandboxClient> }): Promise<Sandbox>;
}

/** The product as an identity provider has registered it. */
interface SandboxClient {
  id: string;
  secret: string;
  callback: string;
}

/** The product as the application that each provider of the sandbox knows. */
export function listSandboxClients({ appUrl }: Config): Record<KnownIdentityProvider, SandboxClient> {
  const clients = KNOWN_IDENTITY_PROVIDER_IDS.map((provider) => {
    const { clientId: id, clientSecret: secret } = SANDBOX_KEYS;
    return [provider, { id, secret, callback: appUrl + paths.identityProviderCallback(provider) }] as const;
  });
  return Object.fromEntries(clients) as Record<KnownIdentityProvider, SandboxClient>;
}
