/** The settings of the social networks: FACEBOOK_CLIENT_ID and the others. */
import { ConfigError } from "~/config-error.server";
import { NETWORKS, type Network } from "~/domain/networks";

export interface NetworkKeys {
  clientId: string;
  clientSecret: string;
  /** A base URL that replaces the network's own, for tests. */
  baseUrl: string | null;
}

type Setting = "CLIENT_ID" | "CLIENT_SECRET" | "BASE_URL";
export type NetworkSettings = Partial<Record<`${Uppercase<Network>}_${Setting}`, string | undefined>>;

/** Null for a network without keys. Throws ConfigError when one of the two is missing. */
export function readNetworkKeys(settings: NetworkSettings): Record<Network, NetworkKeys | null> {
  const keys = NETWORKS.map((network) => [network, readKeysFor(settings, network)] as const);
  return Object.fromEntries(keys) as Record<Network, NetworkKeys | null>;
}

function readKeysFor(settings: NetworkSettings, network: Network): NetworkKeys | null {
  const prefix = network.toUpperCase() as Uppercase<Network>;
  const [idName, secretName] = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] as const;
  const {
    [idName]: clientId,
    [secretName]: clientSecret,
    [`${prefix}_BASE_URL` as const]: baseUrl,
  } = settings;
  if (!clientId && !clientSecret) return null;
  if (!clientId) throw new ConfigError(`${idName} is missing beside ${secretName}`);
  if (!clientSecret) throw new ConfigError(`${secretName} is missing beside ${idName}`);
  return { clientId, clientSecret, baseUrl: baseUrl ?? null };
}
