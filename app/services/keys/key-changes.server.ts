/** The effect of changing an API key's settings, and its conditions: who may do so, and whether it is confirmed. */
import type * as z from "zod";
import { toIsoDay } from "~/domain/dates";
import { AppError } from "~/domain/errors";
import type { keyChangeForm } from "~/domain/forms/keys";
import { canGrantScope, formatScopes, parseScopes, toScopeText, type KeyScope } from "~/domain/key-scopes";
import { toMessage } from "~/domain/messages";
import { translator } from "~/i18n/translator.server";
import type { ApiKeyRow, updateApiKey } from "~/models/api-key.server";
import { toDay } from "../billing/api-calls/api-call-totals.server";
import { requireAsShown } from "../platform/changed-meanwhile.server";
import { requireViewer, type Context } from "../platform/operation.server";
import { formatIpRanges, isWithinIpRanges } from "./key-ips.server";
import { getExpiryWarnedAt, requireGrantable } from "./key-rules.server";

type KeySettings = Omit<z.output<typeof keyChangeForm>, "id" | "active" | "password" | "code">;

export interface KeyChanges {
  row: Parameters<typeof updateApiKey>[2];
  addedScopes: KeyScope[];
  /** The powers of the key change, or who may use it, or for how long. */
  isSensitive: boolean;
}

/** Lists the changed settings. A form sends every setting, and asks for the password only when one matters. */
export function listKeyChanges(key: ApiKeyRow, settings: KeySettings): KeyChanges {
  const { name = key.name, scope = parseScopes(key.scopes), allowed_ips: ips } = settings;
  const [scopes, allowedIps] = [formatScopes(scope), ips ? formatIpRanges(ips) : key.allowedIps];
  const expiresAt = toNewEnd(key.expiresAt, settings.expires_at);
  const sensitive = {
    ...(scopes !== key.scopes && { scopes }),
    ...(allowedIps !== key.allowedIps && { allowedIps }),
    ...(expiresAt !== undefined && { expiresAt, expiryWarnedAt: getExpiryWarnedAt(expiresAt) }),
  };
  const known = parseScopes(key.scopes);
  return {
    row: { ...(name !== key.name && { name }), ...sensitive },
    addedScopes: scope.filter((added) => !known.includes(added)),
    isSensitive: Object.keys(sensitive).length > 0,
  };
}

/**
 * Throws forbidden for a change that lets the key do more, in more places or for longer, unless the caller's role covers
 * all scopes that the key has then: a thief of the key would otherwise need only a developer to make it useful. Names,
 * fewer scopes, fewer IPs, an earlier end, revoking and deleting help no thief, and are open to everyone who manages keys.
 */
export function requireMayChange(context: Context, key: ApiKeyRow, { row, addedScopes }: KeyChanges): void {
  requireGrantable(context, addedScopes);
  const widened = findWidened(key, { row, addedScopes });
  if (!widened) return;
  const viewer = requireViewer(context);
  const scope = parseScopes(row.scopes ?? key.scopes).find((some) => !canGrantScope(viewer, some));
  if (scope === undefined) return;
  const message = toMessage("keys:form.widened_beyond_role", { scope });
  throw new AppError("forbidden", message, { inputError: widened });
}

/** Throws conflict when a form changes settings that are no longer those that its page showed. */
export function requireKeyAsShown(context: Context, key: ApiKeyRow, settings: KeySettings): void {
  const { scope, allowed_ips: ips, expires_at: end, name } = settings;
  const { message } = translator(context.locale);
  requireAsShown(context, {
    stored: {
      name: key.name,
      scope: key.scopes,
      expires_at: key.expiresAt ? toIsoDay(key.expiresAt) : "",
      allowed_ips: key.allowedIps ?? "",
    },
    wanted: {
      name,
      scope: scope && formatScopes(scope),
      expires_at: end === null ? "" : end && toIsoDay(end),
      allowed_ips: ips && (formatIpRanges(ips) ?? ""),
    },
    toLabel: (field, value) =>
      field === "scope"
        ? parseScopes(value)
            .map((one) => message(`keys:scope.${toScopeText(one)}`))
            .join(", ")
        : value,
  });
}

/** Whether two rows of a key let it do the same, in the same places and for as long. */
export function hasSamePowers(one: ApiKeyRow, other: ApiKeyRow): boolean {
  const hasSameEnd = one.expiresAt?.getTime() === other.expiresAt?.getTime();
  return one.scopes === other.scopes && one.allowedIps === other.allowedIps && hasSameEnd;
}

/** The first field that widens the key; null when none does. */
function findWidened(
  key: ApiKeyRow,
  { row, addedScopes }: Pick<KeyChanges, "row" | "addedScopes">,
): keyof KeySettings | null {
  if (addedScopes.length > 0) return "scope";
  if (row.expiresAt !== undefined && isLater(row.expiresAt, key.expiresAt)) return "expires_at";
  const isWider = row.allowedIps !== undefined && !isWithinIpRanges(row.allowedIps, key.allowedIps);
  return isWider ? "allowed_ips" : null;
}

/** Null is no end. */
function isLater(next: Date | null, current: Date | null): boolean {
  return current !== null && (next === null || next > current);
}

/** Undefined when the end stays. The form knows days only: the day of an exact time is no change. */
function toNewEnd(current: Date | null, given: Date | null | undefined): Date | null | undefined {
  if (given === undefined || given?.getTime() === current?.getTime()) return undefined;
  const isSameDay = given && current && toDay(given.getTime()) === toDay(current.getTime());
  return isSameDay && toDay(given.getTime() + 1) > toDay(given.getTime()) ? undefined : given;
}
