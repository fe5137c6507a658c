/** Requests for authorization at a social network: which networks are on, what a request is for, and how it fails. */
import * as z from "zod";
import { NETWORKS, type Network, type NetworkState } from "~/domain/networks";
import { SocialError } from "~/gateways/social/social";
import type { App } from "../platform/app.server";
import type { Context } from "../platform/operation.server";

export type { SocialProfile } from "~/gateways/social/social";

export const PURPOSES = ["sign_in", "sign_up", "link"] as const;

const authorizationRequestShape = z.object({
  purpose: z.enum(PURPOSES),
  /** The token of the invitation whose page the user came from. */
  invite: z.string().optional(),
  /** The user who connects the network. */
  userId: z.string().optional(),
  /** The path to go to after signing in. */
  next: z.string().optional(),
});

/** Why a browser is sent to a network. The browser keeps it encrypted, and the network does not receive it. */
export type AuthorizationRequest = z.infer<typeof authorizationRequestShape>;

/** Parses the request that a browser has kept; null for anything else. */
export function parseAuthorizationRequest(kept: unknown): AuthorizationRequest | null {
  const parsed = authorizationRequestShape.safeParse(kept);
  return parsed.success ? parsed.data : null;
}

/** Logs why a sign-in at a network failed, and returns it: `denied` when the user refused. Rethrows any other error. */
export function recordNetworkFailure(
  { log }: App,
  network: Network,
  failure: unknown,
): { reason: SocialError["reason"]; detail: string } {
  if (!(failure instanceof SocialError)) throw failure;
  const { reason, message } = failure;
  log.warn({ event: "social_sign_in_failed", network, reason, err: failure }, message);
  return { reason, detail: message };
}

type Visitor = Pick<Context, "app" | "isLocalCaller">;

/** Lists every network, and whether this visitor can sign in by it. */
export function listNetworkStates(visitor: Visitor): NetworkState[] {
  return NETWORKS.map((network) => ({ network, state: getNetworkState(visitor, network) }));
}

/** The sandbox is on for visitors on this machine only, because they can sign in there as any user. */
export function getNetworkState({ app, isLocalCaller }: Visitor, name: Network): NetworkState["state"] {
  const network = app.social[name];
  if (!network) return "off";
  if (!network.isSandbox) return "on";
  return isLocalCaller ? "sandbox" : "off";
}
