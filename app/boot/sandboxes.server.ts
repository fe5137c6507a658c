/** The local replacements for outside services, as boot starts them, and what they know of the product. */
import type { Config } from "../config/config.server";
import { NETWORKS, type Network } from "../domain/networks";
import { paths } from "../domain/paths";
import { SANDBOX_KEYS } from "../gateways/social/create-networks";
import type { Sandbox, SandboxOptions } from "./payments.server";

/** Local replacements for outside services. Boot starts each one that has no keys. */
export interface Sandboxes {
  payments(options: SandboxOptions): Promise<Sandbox>;
  /** Registers one application with these keys at each social network. */
  social(options: { clients: Record<Network, SocialClient> }): Promise<Sandbox>;
}

/** The product as a social network has registered it. */
interface SocialClient {
  id: string;
  secret: string;
  callback: string;
}

/** The product as the application that each network of the sandbox knows. */
export function listSocialClients({ appUrl }: Config): Record<Network, SocialClient> {
  const clients = NETWORKS.map((network) => {
    const { clientId: id, clientSecret: secret } = SANDBOX_KEYS;
    return [network, { id, secret, callback: appUrl + paths.socialCallback(network) }] as const;
  });
  return Object.fromEntries(clients) as Record<Network, SocialClient>;
}
