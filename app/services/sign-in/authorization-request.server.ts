/** Requests for authorization at an identity provider: which providers are on, what a request is for, and how it fails. */
import * as z from "zod";
import type { IdentityProviderState } from "~/domain/identity-providers";
import { IdentityProviderError } from "~/gateways/identity-providers/identity-provider";
import type { App } from "../platform/app.server";
import type { Context } from "../platform/operation.server";

export type { IdentityProfile } from "~/gateways/identity-providers/identity-provider";

export const PURPOSES = ["sign_in", "sign_up", "link"] as const;

const authorizationRequestShape = z.object({
  purpose: z.enum(PURPOSES),
  /** The token of the invitation whose page the user came from. */
  invite: z.string().optional(),
  /** The user who connects the provider. */
  userId: z.string().optional(),
  /** The path to go to after signing in. */
  next: z.string().optional(),
});

/** Why a browser is sent to a provider. The browser keeps it encrypted, and the provider does not receive it. */
export type AuthorizationRequest = z.infer<typeof authorizationRequestShape>;

/** Parses the request that a browser has kept; null for anything else. */
export function parseAuthorizationRequest(kept: unknown): AuthorizationRequest | null {
  const parsed = authorizationRequestShape.safeParse(kept);
  return parsed.success ? parsed.data : null;
}

export interface IdentityProviderFailure {
  reason: IdentityProviderError["reason"];
  detail: string;
}

/** Logs why a sign-in at a provider failed, and returns it: `denied` when the user refused. Rethrows any other error. */
export function recordIdentityProviderFailure(
  { log }: App,
  provider: string,
  failure: unknown,
): IdentityProviderFailure {
  if (!(failure instanceof IdentityProviderError)) throw failure;
  const { reason, message } = failure;
  log.warn({ event: "social_sign_in_failed", provider, reason, err: failure }, message);
  return { reason, detail: message };
}

type Visitor = Pick<Context, "app" | "isLocalCaller">;

/**
 * Lists the providers by which this visitor can sign in. In development also the others, which the page shows with the
 * reason: visitors of an installation cannot set them up.
 */
export function listIdentityProviderStates(visitor: Visitor): IdentityProviderState[] {
  const { identityProviders, config } = visitor.app;
  return [...identityProviders.values()]
    .map(({ id, name }) => ({ provider: id, name, state: getIdentityProviderState(visitor, id) }))
    .filter(({ state }) => state !== "off" || config.isDevelopment);
}

/** The sandbox is on for visitors on this machine only, because they can sign in there as any user. */
export function getIdentityProviderState(
  { app, isLocalCaller }: Visitor,
  id: string,
): IdentityProviderState["state"] {
  const { state = "off" } = app.identityProviders.get(id) ?? {};
  return state === "sandbox" && !isLocalCaller ? "off" : state;
}
