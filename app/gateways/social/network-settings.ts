/** What a strategy must know of its network: our keys there, and where it lives. */

export interface NetworkSettings {
  clientId: string;
  clientSecret: string;
  /** Where the network sends the browser back to: absolute, so that no header of a request can change it. */
  callback: string;
  /** In place of the network's own hosts: for its page, and for our calls; null where they are the real ones. */
  bases: { page: string; calls: string } | null;
}

/** `address` of the real network, or the same path below `base`. */
export function placed(address: string, base: string | undefined): string {
  return base === undefined ? address : base.replace(/\/+$/, "") + new URL(address).pathname;
}
