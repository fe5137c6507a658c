/** Reads the log of what happened in an account, and of what support did as a user. */
import * as z from "zod";
import { AUDIT_ACTIONS } from "~/domain/audit-actions";
import { pageForm, type PagePosition } from "~/domain/paging";
import { listAudits, listSupportAudits, type AuditRow } from "~/models/audit.server";
import type { Store } from "~/models/store/store";
import { defineOperation, requireViewer } from "../operation.server";

export const auditShape = z.object({
  id: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  name: z.string(),
  /** The name of the master who acted as the user. */
  support: z.string().nullable(),
  target: z.string().nullable(),
  address: z.string(),
  date: z.iso.datetime(),
});
export type AuditResponse = z.infer<typeof auditShape>;

const auditPageShape = z.object({
  activity: z.array(auditShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export const listAccountAudits = defineOperation({
  name: "listActivity",
  method: "GET",
  path: "/api/account/activity",
  summary: "Read what happened in the account and who did it, newest first. To continue, send next as after.",
  access: { permission: "admin", state: "planned" },
  keyScope: "account:read",
  input: pageForm,
  output: auditPageShape,
  async run(at, context) {
    return { data: await readAudits(context.app.store, requireViewer(context).account.id, at) };
  },
});

/** A page of an account's log, newest first. */
export async function readAudits(
  store: Store,
  accountId: string,
  at: PagePosition,
): Promise<z.infer<typeof auditPageShape>> {
  const { rows, next, previous } = await listAudits(store, { accountId, at });
  return { activity: rows.map(toAuditResponse), next, previous };
}

/** Reads the latest acts of masters as this user, in any of the user's accounts; newest first. */
export async function readSupportAudits(store: Store, userId: string): Promise<AuditResponse[]> {
  const rows = await listSupportAudits(store, { userId });
  return rows.map(toAuditResponse);
}

/** An entry as its account's people see it. */
export function toAuditResponse(row: AuditRow): AuditResponse {
  return {
    id: row.id,
    action: row.action,
    name: row.actorName,
    support: row.impersonatorName,
    target: row.target,
    address: row.ip,
    date: row.createdAt.toISOString(),
  };
}
