/** The rules of every change of an API key: whose scopes, which end, and who asks. */
import { AppError } from "~/domain/errors";
import { canGrantScope, parseScopes, type KeyScope } from "~/domain/key-scopes";
import { toMessage } from "~/domain/messages";
import { findApiKey, type ApiKeyRow } from "~/models/api-key.server";
import type { Store } from "~/models/store/store";
import { KEY_EXPIRY_WARNED_BEFORE_MS } from "~/domain/api-keys";
import { requireViewer, type Context } from "../platform/operation.server";

/** In years from now: a later date is a typing error. */
const KEY_LIFE_MAX_YEARS = 10;

/** Returns a key of the caller's account. Throws not_found for every other id. */
export async function getApiKey(store: Store, context: Context, id: string): Promise<ApiKeyRow> {
  const { account } = requireViewer(context);
  const key = await findApiKey(store, { accountId: account.id, id });
  if (!key) throw new AppError("not_found", "errors:not_found");
  return key;
}

/** Returns a key that can be changed. Throws conflict when it is revoked, which nothing takes back. */
export async function getChangeableKey(store: Store, context: Context, id: string): Promise<ApiKeyRow> {
  const key = await getApiKey(store, context, id);
  if (key.revokedAt !== null) throw new AppError("conflict", "keys:is_revoked");
  return key;
}

/** Throws forbidden for a scope beyond the caller's own role: otherwise a key would be a way around it. */
export function requireGrantable(context: Context, scopes: readonly KeyScope[]): void {
  const viewer = requireViewer(context);
  const beyond = scopes.find((scope) => !canGrantScope(viewer, scope));
  if (beyond === undefined) return;
  throw new AppError("forbidden", toMessage("keys:form.scope_beyond_role", { scope: beyond }), {
    inputError: "scope",
  });
}

/** The same for the scopes that a key has: the member who rotates it gets a secret with all of them. */
export function requireOwnScopes(context: Context, { scopes }: Pick<ApiKeyRow, "scopes">): void {
  requireGrantable(context, parseScopes(scopes));
}

/** Throws invalid for an end that is past, or so far away that it must be a typing error. */
export function requireFutureEnd(expiresAt: Date | null, now = new Date()): void {
  if (expiresAt === null) return;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + KEY_LIFE_MAX_YEARS);
  if (expiresAt > now && expiresAt <= latest) return;
  const message =
    expiresAt > now
      ? toMessage("keys:form.expires_too_late", { count: KEY_LIFE_MAX_YEARS })
      : "keys:form.expires_past";
  throw new AppError("invalid", message, { inputError: "expires_at" });
}

/** A key that is made for a few days needs no mail about its end: `now` stands for one that was sent. */
export function getExpiryWarnedAt(expiresAt: Date | null, now = new Date()): Date | null {
  if (expiresAt === null) return null;
  return expiresAt.getTime() - now.getTime() <= KEY_EXPIRY_WARNED_BEFORE_MS ? now : null;
}
