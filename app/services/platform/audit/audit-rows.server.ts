/** Rows of the log that an account's owner and admins can read. Operations write them by `recordAudit`. */
import type { AuditAction } from "~/domain/audit-actions";
import { AppError } from "~/domain/errors";
import { createAudit } from "~/models/audit.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import type { Viewer } from "../viewer.server";

export interface AuditEvent {
  action: AuditAction;
  /** Whom or what it was done to, in words; cut to what the column holds. */
  target?: string;
  /** Who did it and where, when that is not the viewer in their account. */
  actor?: Pick<UserRow, "id" | "name">;
  accountId?: string;
  /** The master who acts as the actor, when that only begins. */
  impersonator?: Pick<UserRow, "id" | "name">;
}

/** The part of a call that is recorded. */
export interface AuditedCall {
  viewer: Viewer | null;
  ip: string;
}

const TARGET_MAX_LENGTH = 190;

/** The calls whose operation has written to the log of the viewer's account. */
const recorded = new WeakSet<AuditedCall>();

/** Whether the operation that this call performs has written to the log of the viewer's account. */
export function hasRecorded(call: AuditedCall): boolean {
  return recorded.has(call);
}

export function markRecorded(call: AuditedCall): void {
  recorded.add(call);
}

/** Writes one row, and returns its id. */
export async function insertAudit(
  store: Store,
  call: AuditedCall,
  { action, target, actor, accountId, impersonator }: AuditEvent,
): Promise<string> {
  const { id, name } = actor ?? getViewer(call).user;
  const master = impersonator ?? (await findImpersonator(store, call));
  return createAudit(store, {
    accountId: accountId ?? getViewer(call).account.id,
    actorId: id,
    actorName: name,
    impersonatorId: master?.id ?? null,
    impersonatorName: master?.name ?? null,
    action,
    target: target === undefined ? null : Array.from(target).slice(0, TARGET_MAX_LENGTH).join(""),
    address: call.ip.slice(0, 64),
  });
}

function getViewer({ viewer }: AuditedCall): Viewer {
  if (!viewer) throw new AppError("unauthenticated", "errors:sign_in_first");
  return viewer;
}

async function findImpersonator(
  store: Store,
  { viewer }: AuditedCall,
): Promise<Pick<UserRow, "id" | "name"> | null> {
  const id = viewer?.session.impersonatorId;
  return id ? findUser(store, { id }) : null;
}
