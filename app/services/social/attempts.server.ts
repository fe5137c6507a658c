/** The way to a network and back: what the browser keeps meanwhile is sealed, so that it can neither be read nor made. */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { SOCIAL_ATTEMPT_MS } from "~/domain/limits";
import { NETWORKS, type Network, type NetworkState } from "~/domain/networks";
import { SocialError, type SocialNetwork, type SocialProfile } from "~/gateways/social/social";
import type { App } from "../app.server";
import type { Context } from "../operation.server";

export const PURPOSES = ["sign_in", "sign_up", "link"] as const;

/** What somebody goes to the network for. It stays in the browser: the network never learns of it. */
export interface Errand {
  network: Network;
  purpose: (typeof PURPOSES)[number];
  /** The token of the invitation that led here. */
  invite?: string | undefined;
  /** Who connects the network to themselves. */
  userId?: string | undefined;
  /** The page to come to afterwards. */
  next?: string | undefined;
}

const keptShape = z.object({
  network: z.enum(NETWORKS),
  purpose: z.enum(PURPOSES),
  invite: z.string().optional(),
  userId: z.string().optional(),
  next: z.string().optional(),
  state: z.string(),
  verifier: z.string(),
  expiresAt: z.number(),
});

/** The way ended early: the person said no, the answer was not this browser's, or the network failed. */
export interface Ended {
  kind: "ended";
  isDenied: boolean;
  errand: Errand;
}

/** Where the browser goes, and what it keeps. Throws unavailable for a network that nobody can sign in by. */
export async function beginAttempt(
  app: App,
  errand: Errand,
): Promise<{ kind: "leaving"; address: string; kept: string } | Ended> {
  return endingEarly(app, errand, async () => {
    const { address, attempt } = await networkOf(app, errand.network).begin();
    const expiresAt = Date.now() + SOCIAL_ATTEMPT_MS;
    const kept: z.input<typeof keptShape> = { ...errand, ...attempt, expiresAt };
    return { kind: "leaving", address, kept: app.secrets.seal("social_attempt", JSON.stringify(kept)) };
  });
}

/** Who came back to the network's callback, with what the browser kept, and what for. */
export async function finishAttempt(
  app: App,
  back: { network: Network; kept: string | undefined; answer: URLSearchParams },
): Promise<{ kind: "arrived"; errand: Errand; profile: SocialProfile } | Ended> {
  const kept = readKept(app, back.kept);
  // Whatever the browser left for, it failed here.
  const errand: Errand = { purpose: "sign_in", ...kept, network: back.network };
  return endingEarly(app, errand, async () => {
    if (!kept) throw new SocialError("forged", "this browser did not leave for a network, or too long ago");
    if (kept.network !== back.network) throw new SocialError("forged", "the answer is another network's");
    const profile = await networkOf(app, back.network).finish(kept, back.answer);
    return { kind: "arrived", errand, profile };
  });
}

async function endingEarly<T>(app: App, errand: Errand, work: () => Promise<T>): Promise<T | Ended> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof SocialError)) throw failure;
    const { reason, message } = failure;
    app.log.warn({ event: "social_sign_in_failed", network: errand.network, reason, err: failure }, message);
    return { kind: "ended", isDenied: reason === "denied", errand };
  }
}

type NetworkVisitor = Pick<Context, "app" | "isLocalCaller">;

/** Every network, and whether this visitor can sign in by it. */
export function networkStates(visitor: NetworkVisitor): NetworkState[] {
  return NETWORKS.map((network) => ({ network, state: getNetworkState(visitor, network) }));
}

/** The sandbox, where a visitor can be anyone, is for this machine alone. */
export function getNetworkState(
  { app, isLocalCaller }: NetworkVisitor,
  name: Network,
): NetworkState["state"] {
  const network = app.social[name];
  if (!network) return "off";
  if (!network.isSandbox) return "on";
  return isLocalCaller ? "sandbox" : "off";
}

function networkOf({ social }: App, network: Network): SocialNetwork {
  const found = social[network];
  if (!found) throw new AppError("unavailable", "errors:network_off");
  return found;
}

/** What this browser keeps; null when it did not leave, or too long ago. */
function readKept(app: App, kept: string | undefined): z.output<typeof keptShape> | null {
  const read = keptShape.safeParse(opened(app, kept ?? ""));
  return read.success && read.data.expiresAt >= Date.now() ? read.data : null;
}

function opened(app: App, kept: string): unknown {
  try {
    return JSON.parse(app.secrets.open("social_attempt", kept));
  } catch {
    return null; // Altered, or sealed under another secret: not ours.
  }
}
