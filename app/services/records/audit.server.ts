/** Writing the log that an account's owner and admins can read. */
import { v7 as uuid } from "uuid";
import type { AuditAction } from "~/domain/audit-actions";
import type { Store } from "~/models/store/store";
import type { UserRow } from "~/models/user";
import { viewerOfContext, type Context } from "../operation.server";

export interface Audited {
  action: AuditAction;
  /** Whom or what it was done to, in words; cut to what the column holds. */
  target?: string;
  /** Who did it and where, when that is not the viewer in their account. */
  actor?: Pick<UserRow, "id" | "name">;
  accountId?: string;
  /** The master who acts as the actor, when that only begins. */
  impersonator?: Pick<UserRow, "id" | "name">;
}

const TARGET_MAX_LENGTH = 190;

/** Writes down who did what, in the transaction that does it. */
export async function recordAudit(
  store: Store,
  context: Context,
  { action, target, actor, accountId, impersonator }: Audited,
): Promise<void> {
  const { id, name } = actor ?? viewerOfContext(context).user;
  const master = impersonator ?? (await findImpersonator(store, context));
  await store.insert("audits", {
    id: uuid(),
    accountId: accountId ?? viewerOfContext(context).account.id,
    actorId: id,
    actorName: name,
    impersonatorId: master?.id ?? null,
    impersonatorName: master?.name ?? null,
    action,
    target: target === undefined ? null : Array.from(target).slice(0, TARGET_MAX_LENGTH).join(""),
    address: context.address.slice(0, 64),
    createdAt: new Date(),
  });
}

async function findImpersonator(
  store: Store,
  { viewer }: Context,
): Promise<Pick<UserRow, "id" | "name"> | null> {
  const id = viewer?.session.impersonatorId;
  return id ? store.findOne("users", { id }) : null;
}
