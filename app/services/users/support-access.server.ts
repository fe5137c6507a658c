/** Support's access to a user, which the user grants for some hours and can revoke at any time. */
import { hours, SUPPORT_HOURS_DEFAULT } from "~/domain/limits";
import type { KeyedMessage } from "~/domain/messages";
import { endSupportSessions } from "~/models/session.server";
import { findViewer, type ViewerRow } from "~/models/viewer.server";
import type { Store } from "~/models/store/store";
import { revokeTokens } from "~/models/token.server";
import { updateUser, type UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { refuseImpersonator } from "../platform/access.server";
import { requireViewer, type Context } from "../platform/operation.server";

/** Whether support may sign in as this user. Never as a master, because that would give away all rights of a master. */
export function isSupportAllowed(
  user: Pick<UserRow, "isMaster" | "supportUntil">,
  now = new Date(),
): boolean {
  return !user.isMaster && user.supportUntil !== null && user.supportUntil > now;
}

interface SupportChange {
  support_enabled?: boolean;
  /** For how long; one of SUPPORT_HOURS. */
  support_hours?: number;
}

/** Grants or revokes support access. Returns the changes and a message for the user; null when neither is requested. */
export async function changeSupportAccess(
  context: Context,
  { support_enabled: isAllowed, support_hours: given }: SupportChange,
): Promise<{ changes: Pick<UserRow, "supportUntil">; message: KeyedMessage } | null> {
  if (isAllowed !== undefined || given !== undefined) refuseImpersonator(context.viewer);
  if (isAllowed === undefined) return null;
  const { user } = requireViewer(context);
  const supportUntil = isAllowed ? new Date(Date.now() + hours(given ?? SUPPORT_HOURS_DEFAULT)) : null;
  await context.app.store.transaction(async (store) => {
    if (supportUntil) await allowSupport(store, context, { user, supportUntil });
    else await revokeSupport(store, context, user);
  });
  const message = isAllowed ? "help:support.allowed" : "help:support.refused";
  return { changes: { supportUntil }, message };
}

/**
 * Whether an impersonated session is still valid: the user still allows support access, and the master is still a
 * master and signed in with the session that they came from. Costs one look-up, for such sessions only.
 */
export async function canStillImpersonate(
  store: Store,
  { session, user }: Pick<ViewerRow, "session" | "user">,
  now: Date,
): Promise<boolean> {
  if (!session.parentId || !isSupportAllowed(user, now)) return false;
  const parent = await findViewer(store, { sessionId: session.parentId });
  if (!parent || parent.session.idleExpiresAt <= now || parent.session.expiresAt <= now) return false;
  return parent.user.isMaster && parent.user.id === session.impersonatorId;
}

async function allowSupport(
  store: Store,
  context: Context,
  { user, supportUntil }: { user: UserRow; supportUntil: Date },
): Promise<void> {
  await updateUser(store, { id: user.id }, { supportUntil });
  await recordAudit(store, context, { action: "support_allowed", target: supportUntil.toISOString() });
}

/** Nothing is recorded when support had no access. */
async function revokeSupport(store: Store, context: Context, user: UserRow): Promise<void> {
  const now = new Date();
  // A master who begins to impersonate also changes the token first. In another order, both transactions could deadlock.
  await revokeTokens(store, { userId: user.id, kind: "impersonate" });
  const isChanged = await updateUser(
    store,
    { id: user.id, supportUntil: { gt: now } },
    { supportUntil: null },
  );
  await endSupportSessions(store, { userId: user.id });
  if (isChanged) await recordAudit(store, context, { action: "support_refused" });
}
