/** Support's access to a person: given by them, for a while, and taken back at once. Design: what a person does with it. */
import { hours, SUPPORT_HOURS_DEFAULT } from "~/domain/limits";
import type { KeyedMessage } from "~/domain/messages";
import { endSupportSessions } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import type { ViewerRow } from "~/models/store/viewer-row";
import { revokeTokens } from "~/models/token.server";
import { updateUser, type UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { refuseImpersonator, requireViewer, type Context } from "../platform/operation.server";

/** Whether support may sign in as this person. Never as a master: that would lend all of a master's rights. */
export function isSupportAllowed(user: UserRow, now = new Date()): boolean {
  return !user.isMaster && user.supportUntil !== null && user.supportUntil > now;
}

export interface SupportChange {
  support_enabled?: boolean;
  /** For how long; one of SUPPORT_HOURS. */
  support_hours?: number;
}

/** Gives support access or takes it back, when asked to: what is new about the person, and what to tell them. */
export async function changeSupportAccess(
  context: Context,
  { support_enabled: isAllowed, support_hours: given = SUPPORT_HOURS_DEFAULT }: SupportChange,
): Promise<{ changes: Pick<UserRow, "supportUntil">; message: KeyedMessage } | null> {
  if (isAllowed === undefined) return null;
  refuseImpersonator(context.viewer);
  const { user } = requireViewer(context);
  const supportUntil = isAllowed ? new Date(Date.now() + hours(given)) : null;
  await context.app.store.transaction(async (store) => {
    if (supportUntil) await allowSupport(store, context, { user, supportUntil });
    else await revokeSupport(store, context, user);
  });
  const message = isAllowed ? "help:support.allowed" : "help:support.refused";
  return { changes: { supportUntil }, message };
}

/**
 * Whether a master may go on acting as the person of `row`: the person still allows it, and the master is still
 * signed in, in the session they came from, and still a master. One look-up, for such sessions only.
 */
export async function canStillImpersonate(
  store: Store,
  { session, user }: Pick<ViewerRow, "session" | "user">,
  now: Date,
): Promise<boolean> {
  if (!session.parentId || !isSupportAllowed(user, now)) return false;
  const parent = await store.findViewer({ sessionId: session.parentId });
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

/** Nothing to write down when support had no access anyway. */
async function revokeSupport(store: Store, context: Context, user: UserRow): Promise<void> {
  const now = new Date();
  // Tokens first, as a master who comes in takes them: in the other order the two would wait for each other.
  await revokeTokens(store, { userId: user.id, kind: "impersonate" });
  const isChanged = await updateUser(
    store,
    { id: user.id, supportUntil: { gt: now } },
    { supportUntil: null },
  );
  await endSupportSessions(store, { userId: user.id });
  if (isChanged) await recordAudit(store, context, { action: "support_refused" });
}
