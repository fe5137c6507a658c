/** Calls with an API key: who the caller is, why a key is refused, and what a call counts. */
import { KEY_PREFIXES } from "~/domain/api-keys";
import { toIsoDay } from "~/domain/dates";
import { AppError } from "~/domain/errors";
import { parseScopes } from "~/domain/key-scopes";
import { toMessage } from "~/domain/messages";
import { BAD_KEY_LIMIT } from "~/domain/rate-limits";
import type { ApiKeyRow } from "~/models/api-key.server";
import { findKeyViewer, type KeyViewerRow } from "~/models/viewer.server";
import { hashToken } from "~/crypto/secrets.server";
import { requireCallsLeft } from "../billing/api-calls/account-api-calls.server";
import { NO_PLAN } from "../billing/intents/intent-kinds.server";
import { hasLivePlan } from "../billing/intents/intents.server";
import type { App } from "../platform/app.server";
import { toViewingMember, type KeyViewer } from "../platform/viewer.server";
import { isIpAllowed } from "./key-ips.server";
import { isKeyShaped } from "./key-secret.server";
import { getKeyStatus } from "./key-status.server";

/** Where a call comes from. */
export interface CallOrigin {
  /** The key of limits: the whole network of an IPv6 address. */
  ip: string;
  /** The exact address, which a list of allowed IPs may name. */
  exactIp: string;
}

/** Whether a bearer token is meant to be an API key, well-formed or not. */
export function isKeyBearer(bearer: string): boolean {
  return Object.values(KEY_PREFIXES).some((prefix) => bearer.startsWith(prefix));
}

/**
 * Finds the viewer of an API key: the member it acts as, with the key's scopes. Throws unauthenticated for a key that
 * does not exist or no longer works, forbidden for one that may not be used from this IP, and too_many for an IP that
 * keeps trying. A malformed key fails without a query; a valid one is never refused for the attempts of others.
 */
export async function findByKey(app: App, bearer: string, origin: CallOrigin): Promise<KeyViewer> {
  if (!isKeyShaped(bearer)) return refuseUnknownKey(app, origin);
  const row = await findKeyViewer(app.store, { tokenHash: hashToken(bearer) });
  if (!row) return refuseUnknownKey(app, origin);
  requireWorking(row);
  requireAllowedIp(row.key, origin);
  return toKeyViewer(row);
}

/** Counts a call that the key may make. Throws plan_needed when the account has used up the calls of its plan. */
export function countKeyCall(app: App, viewer: KeyViewer, { exactIp }: CallOrigin): void {
  const accountId = viewer.account.id;
  requireCallsLeft(app, viewer);
  // The call's one look-up has found the plan.
  const planId = hasLivePlan(viewer.subscription) ? viewer.subscription.planId : NO_PLAN;
  app.apiCalls.countApiCall({ accountId, planId });
  app.keyUse.record({ keyId: viewer.key.id, accountId, ip: exactIp });
}

async function refuseUnknownKey(app: App, { ip }: CallOrigin): Promise<never> {
  const limitUse = await app.limiter.consume(BAD_KEY_LIMIT, ip);
  throw new AppError("unauthenticated", "keys:refused.unknown", { limitUse });
}

/** Throws unauthenticated, with the reason, for a key that was valid once. Only who has the key reads it. */
function requireWorking({ key, secret, creator }: KeyViewerRow, now = new Date()): void {
  const status = getKeyStatus(key, creator?.membership.role, now);
  if (status === "expired") {
    const date = key.expiresAt ? toIsoDay(key.expiresAt) : "";
    throw new AppError("unauthenticated", toMessage("keys:refused.expired", { date }));
  }
  if (status !== "active") throw new AppError("unauthenticated", `keys:refused.${status}`);
  if (secret.expiresAt !== null && secret.expiresAt <= now)
    throw new AppError("unauthenticated", "keys:refused.rotated");
}

function requireAllowedIp({ allowedIps }: Pick<ApiKeyRow, "allowedIps">, { exactIp }: CallOrigin): void {
  if (!isIpAllowed(allowedIps, exactIp))
    throw new AppError("forbidden", toMessage("keys:refused.ip", { ip: exactIp }));
}

/** `requireWorking` has checked that there is a creator. */
function toKeyViewer({ key, creator, ...found }: KeyViewerRow): KeyViewer {
  if (!creator) throw new AppError("unauthenticated", "keys:refused.orphaned");
  return {
    // Never the rights of a master: a key works within one account.
    ...toViewingMember({ ...found, ...creator, isMaster: false }),
    key: { id: key.id, scopes: parseScopes(key.scopes) },
  };
}
