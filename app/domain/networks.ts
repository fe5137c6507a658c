/** The social networks one can sign in by. Spec §1. */

export const NETWORKS = ["facebook", "twitter", "linkedin"] as const;
export type Network = (typeof NETWORKS)[number];

/** What each calls itself, the same in every language. */
export const NETWORK_NAMES: Record<Network, string> = {
  facebook: "Facebook",
  twitter: "X",
  linkedin: "LinkedIn",
};

export function isNetwork(name: unknown): name is Network {
  return NETWORKS.some((network) => network === name);
}

/** Whether, and as what, one can sign in by a network: with keys, at its sandbox on this machine, or not at all. */
export interface NetworkState {
  network: Network;
  state: "on" | "sandbox" | "off";
}

/** What a network may call the end of a sign-in (RFC 6749 §4.1.2.1), of which the product has texts of its own. */
export const SIGN_IN_ERRORS = ["access_denied", "server_error", "temporarily_unavailable"] as const;
