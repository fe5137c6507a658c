/** Creates the networks: with the configured keys or, on this machine only, with a sandbox in place of missing ones. */
import type { Strategy } from "remix-auth";
import { NETWORKS, type Network } from "~/domain/networks";
import { paths } from "~/domain/paths";
import type { NetworkClient } from "./authorization-code";
import type { NetworkKeys, SocialNetwork, SocialNetworks, VerifyProfile } from "./social";

export interface NetworkSettings {
  keys: Record<Network, NetworkKeys | null>;
  /** The product's public URL. */
  appUrl: string;
  /** Whether that URL is on this machine. */
  isLocal: boolean;
  /** Starts the networks' sandbox on the first call, and returns its port. */
  sandboxPort: () => Promise<number>;
}

/** The client id and secret of the product at the sandbox. */
export const SANDBOX_KEYS = { clientId: "groundwork", clientSecret: "of-the-sandbox" };

/** A network without keys is null unless the product's URL is on this machine, because a sandbox must not be public. */
export function createNetworks(settings: NetworkSettings): SocialNetworks {
  return Object.fromEntries(
    NETWORKS.map((network) => [network, createNetwork(network, settings)]),
  ) as SocialNetworks;
}

function createNetwork(
  network: Network,
  { keys, appUrl, isLocal, sandboxPort }: NetworkSettings,
): SocialNetwork | null {
  const callbackUrl = appUrl + paths.socialCallback(network);
  const given = keys[network];
  if (given) {
    const { baseUrl, ...credentials } = given;
    const bases = baseUrl === null ? null : { page: baseUrl, calls: baseUrl };
    const client = { ...credentials, callbackUrl, getBases: () => Promise.resolve(bases) };
    return { isSandbox: false, createStrategy: (verify) => createStrategy(network, client, verify) };
  }
  if (!isLocal) return null;
  const getBases = async () => ({
    page: `${appUrl}${paths.socialSandbox}/${network}`,
    calls: `http://127.0.0.1:${await sandboxPort()}/${network}`,
  });
  const client = { ...SANDBOX_KEYS, callbackUrl, getBases };
  return { isSandbox: true, createStrategy: (verify) => createStrategy(network, client, verify) };
}

async function createStrategy<User>(
  network: Network,
  client: NetworkClient,
  verify: VerifyProfile<User>,
): Promise<Strategy<User, never>> {
  // Loaded at the first sign-in: the packages would cost 20 ms of every start.
  const { FacebookCodeStrategy, TwitterCodeStrategy } = await import("./strategies");
  const { LinkedInStrategy } = await import("./linkedin-strategy");
  switch (network) {
    case "facebook":
      return new FacebookCodeStrategy(client, verify);
    case "twitter":
      return new TwitterCodeStrategy(client, verify);
    case "linkedin":
      return new LinkedInStrategy(client, verify);
  }
}
