/** Calls with an API key: who the caller is, why a key is refused, and what a call counts. */
import { KEY_PREFIX } from "~/domain/api-keys";
import { AppError } from "~/domain/errors";
import { parseScopes } from "~/domain/key-scopes";
import { formatDate } from "~/domain/locales";
import { toMessage } from "~/domain/messages";
import { BAD_KEY_LIMIT } from "~/domain/rate-limits";
import { toActor } from "~/domain/roles";
import type { ApiKeyRow } from "~/models/api-key.server";
import type { KeyViewerRow } from "~/models/store/entities";
import type { SessionRow } from "~/models/session.server";
import { requireCallsLeft } from "../billing/account-usage.server";
import { NO_PLAN } from "../billing/intent-kinds.server";
import { hasLivePlan } from "../billing/intents.server";
import type { App } from "../platform/app.server";
import { hashToken } from "../platform/crypto/secrets.server";
import type { Viewer } from "../platform/viewer.server";
import { isIpAllowed } from "./key-ips.server";
import { isKeyShaped } from "./key-secret.server";
import { getKeyStatus } from "./key-status.server";

/** Where a call comes from. */
export interface CallOrigin {
  /** What limits count by: the whole network of an IPv6 address. */
  ip: string;
  /** The exact address, which a list of allowed IPs may name. */
  exactIp: string;
}

/** Whether a bearer token is meant to be an API key, well-formed or not. */
export function isMeantAsKey(bearer: string): boolean {
  return bearer.startsWith(KEY_PREFIX);
}

/**
 * Finds the viewer of an API key: the member it acts as, with the key's scopes. Throws unauthenticated for a key that
 * does not exist or no longer works, forbidden for one that may not be used from this IP, and too_many for an IP that
 * keeps trying. A malformed key fails without a query; a valid one is never refused for the attempts of others.
 */
export async function findByKey(app: App, bearer: string, origin: CallOrigin): Promise<Viewer> {
  if (!isKeyShaped(bearer)) return refuseUnknownKey(app, origin);
  const row = await app.store.findKeyViewer({ tokenHash: hashToken(bearer) });
  if (!row) return refuseUnknownKey(app, origin);
  requireWorking(row);
  requireAllowedIp(row.key, origin);
  return toKeyViewer(row, origin);
}

/** Counts a call that the key may make. Throws plan_needed when the account has used up the calls of its plan. */
export function countKeyCall(app: App, viewer: Viewer, { exactIp }: CallOrigin): void {
  if (!viewer.key) return;
  const accountId = viewer.account.id;
  requireCallsLeft(app, viewer);
  // The call's one look-up has found the plan.
  const planId = hasLivePlan(viewer.subscription) ? viewer.subscription.planId : NO_PLAN;
  app.usage.countCall({ accountId, planId });
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
    const date = formatDate(key.expiresAt?.toISOString() ?? "");
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
function toKeyViewer(
  { key, secret, account, subscription, plan, creator }: KeyViewerRow,
  { ip }: CallOrigin,
): Viewer {
  if (!creator) throw new AppError("unauthenticated", "keys:refused.orphaned");
  const { user, membership } = creator;
  return {
    session: buildStandInSession(key, secret.tokenHash, ip),
    key: { id: key.id, scopes: parseScopes(key.scopes) },
    user,
    account,
    // Never those of a master: a key works within one account.
    ...toActor({ role: membership.role, isMaster: false }),
    isOwner: membership.role === "owner",
    // A key knows no other account.
    accountCount: 1,
    subscription,
    plan,
  };
}

/** The session of a viewer without one. It has never been authenticated, and it is in no table. */
function buildStandInSession(key: ApiKeyRow, tokenHash: string, ip: string): SessionRow {
  const { id, createdById: userId, accountId, createdAt } = key;
  const never = new Date(0);
  return {
    ...{ id, tokenHash, userId, accountId, createdAt, kind: "script", isDuplicateUser: false },
    ...{
      address: ip,
      agent: "",
      authenticatedAt: never,
      credentialAt: null,
      reauthenticatedAt: null,
      lastSeenAt: never,
    },
    ...{ idleExpiresAt: never, expiresAt: never, impersonatorId: null, parentId: null },
  };
}
