/** The social networks that users can sign in with. */

export const NETWORKS = ["facebook", "twitter", "linkedin"] as const;
export type Network = (typeof NETWORKS)[number];

/** Each network's own name, the same in every language. */
export const NETWORK_NAMES: Record<Network, string> = {
  facebook: "Facebook",
  twitter: "X",
  linkedin: "LinkedIn",
};

export function isNetwork(name: unknown): name is Network {
  return NETWORKS.some((network) => network === name);
}

/** Whether a network is available, and how: with keys, through its sandbox on this machine, or not at all. */
export interface NetworkState {
  network: Network;
  state: "on" | "sandbox" | "off";
}

/** The errors of a sign-in (RFC 6749 §4.1.2.1) for which the product has texts of its own. */
export const SIGN_IN_ERRORS = ["access_denied", "server_error", "temporarily_unavailable"] as const;
