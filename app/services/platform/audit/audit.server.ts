/**
 * Writes the log that an account's owner and admins can read. Everything that a master writes while acting as a user
 * is in it, whichever operation writes it.
 */
import { toSupportActTarget, type AuditAction } from "~/domain/audit-actions";
import { AppError } from "~/domain/errors";
import { isReauthenticationField } from "~/domain/forms/reauthentication";
import type { MessageKey } from "~/domain/message-keys";
import { createAudit, createAuditOnce, withdrawAudit } from "~/models/audit.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import type { App } from "../app.server";
import type { Viewer } from "../viewer.server";
import { trackAuditedEvent } from "./tracking.server";

export interface AuditEvent {
  action: AuditAction;
  /** The person or thing that the action affected, in words. Cut to the length of the column. */
  target?: string;
  /** The user who acted, when it is not the viewer. */
  actor?: Pick<UserRow, "id" | "name">;
  /** The account, when it is not the viewer's. */
  accountId?: string;
  /** The master who acts as `actor`, when the impersonation only begins with this event. */
  impersonator?: Pick<UserRow, "id" | "name">;
}

/** The part of an operation's context that an audit entry needs. */
interface AuditedCall {
  viewer: Viewer | null;
  ip: string;
}

/** As long as the column. */
export const TARGET_MAX_LENGTH = 190;

/** The calls whose operation has written to the log of the viewer's account. */
const recorded = new WeakSet<AuditedCall>();

/** Records an event. `store` is the transaction that causes it. */
export async function recordAudit(store: Store, context: AuditedCall, event: AuditEvent): Promise<void> {
  await insertAudit(store, context, event);
  const ownAccountId = context.viewer?.account.id;
  if ((event.accountId ?? ownAccountId) === ownAccountId) recorded.add(context);
}

/**
 * Runs what cannot be part of a transaction, such as a call that moves money. The event is recorded before it, so that a
 * crash cannot leave it out, and withdrawn when it is rejected. It stays when the outcome is unknown. Equal requests have
 * the same `key` and get one entry, which the one that wrote it withdraws: they have the same outcome. With `whenOther`, a
 * key that has an entry about something else is a conflict, and this message says so.
 */
export async function runAudited<T>(
  context: AuditedCall & { app: App },
  { key, whenOther, ...event }: AuditEvent & { key: string; whenOther?: MessageKey },
  run: () => Promise<T>,
): Promise<T> {
  const { store } = context.app;
  const audit = await toAudit(store, context, event);
  const { entry, isNew } = await createAuditOnce(store, audit, key);
  const isSame = entry.action === audit.action && entry.target === audit.target;
  if (whenOther !== undefined && !isSame) throw new AppError("conflict", whenOther);
  try {
    return await run();
  } catch (failure) {
    const isRejected = failure instanceof AppError && failure.code !== "unavailable";
    if (isRejected && isNew) await withdrawAudit(store, entry);
    throw failure;
  }
}

/** The part of an operation that says how its writes are logged. */
interface AuditedOperation {
  name: string;
  method: string;
  access: { permission: string };
  isSetup?: true;
  auditsItself?: true;
}

/**
 * Runs an operation. In an impersonated session, an operation that writes is logged before it runs, with the fields that
 * it was given, so that no write is missing from the log. The entry is withdrawn when the operation is rejected. An event
 * that the operation records stands for it only where the operation declares that the event is complete: otherwise a
 * change that has an event would hide the others of the same call.
 */
export async function recordImpersonatedWrite<T>(
  operation: AuditedOperation,
  { input, context }: { input: unknown; context: AuditedCall & { app: App } },
  run: () => Promise<T>,
): Promise<T> {
  const { app, viewer } = context;
  // Setup belongs to no account, and its token names no user.
  if (operation.method === "GET" || operation.isSetup || !viewer?.session?.impersonatorId) return run();
  const target = toSupportActTarget(operation.name, listGivenFields(operation, input));
  const id = await insertAudit(app.store, context, { action: "support_acted", target });
  const withdraw = () => withdrawAudit(app.store, { accountId: viewer.account.id, id });
  try {
    const reply = await run();
    if (operation.auditsItself && recorded.has(context)) await withdraw();
    return reply;
  } catch (failure) {
    // After a failure of the server the outcome is not known.
    if (failure instanceof AppError && failure.status < 500) await withdraw();
    throw failure;
  }
}

/** Lists the given fields. A visitor's, such as a sign-in email, change nothing of the user that the master acts as. */
function listGivenFields({ access }: AuditedOperation, input: unknown): string[] {
  if (access.permission === "none" || typeof input !== "object" || input === null) return [];
  const given = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !isReauthenticationField(name),
  );
  return given.map(([name]) => name);
}

/** Inserts one entry, and the tracked event that it stands for, and returns its id. */
async function insertAudit(store: Store, context: AuditedCall, event: AuditEvent): Promise<string> {
  const audit = await toAudit(store, context, event);
  await trackAuditedEvent(store, audit);
  return createAudit(store, audit);
}

async function toAudit(
  store: Store,
  context: AuditedCall,
  { action, target, actor, accountId, impersonator }: AuditEvent,
) {
  const { id, name } = actor ?? getViewer(context).user;
  const master = impersonator ?? (await findImpersonator(store, context));
  return {
    accountId: accountId ?? getViewer(context).account.id,
    actorId: id,
    actorName: name,
    impersonatorId: master?.id ?? null,
    impersonatorName: master?.name ?? null,
    action,
    target: target === undefined ? null : Array.from(target).slice(0, TARGET_MAX_LENGTH).join(""),
    ip: context.ip.slice(0, 64),
  };
}

function getViewer({ viewer }: AuditedCall): Viewer {
  if (!viewer) throw new AppError("unauthenticated", "errors:sign_in_first");
  return viewer;
}

async function findImpersonator(
  store: Store,
  { viewer }: AuditedCall,
): Promise<Pick<UserRow, "id" | "name"> | null> {
  const id = viewer?.session?.impersonatorId;
  return id ? findUser(store, { id }) : null;
}
