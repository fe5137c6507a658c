/** Signing in at a social network: what the product asks of one, whichever it is. */
import type { Network } from "~/domain/networks";

/** Somebody, as their network describes them. Only the subject is certain: the rest is what they wrote there. */
export interface SocialProfile {
  /** The network's unchanging id of the person. */
  subject: string;
  name: string;
  email: string | null;
}

/** What the browser keeps on its way to the network and back, and nobody else may know. */
export interface Attempt {
  state: string;
  /** PKCE (RFC 7636): shown to the network only when the code is exchanged. */
  verifier: string;
}

export interface SocialNetwork {
  /** It is this machine's stand-in, where anybody may say they are anybody. */
  isSandbox: boolean;
  /** Where the browser goes for permission, and what it must bring back. */
  begin(): Promise<{ address: string; attempt: Attempt }>;
  /** Who it was, out of the query the network sent the browser back with. Throws SocialError. */
  finish(attempt: Attempt, answer: URLSearchParams): Promise<SocialProfile>;
}

/** Null where a network has no keys and no stand-in. */
export type SocialNetworks = Record<Network, SocialNetwork | null>;

/** Nobody was signed in at the network: they refused, the answer was not for this attempt, or the network failed. */
export class SocialError extends Error {
  readonly reason: "denied" | "forged" | "failed";

  constructor(reason: SocialError["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "SocialError";
    this.reason = reason;
  }
}
