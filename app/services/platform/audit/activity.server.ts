/** Reads the log of what happened in an account, and of what support did as a user. */
import * as z from "zod";
import { AUDIT_ACTIONS } from "~/domain/audit-actions";
import { pageForm, type PagePosition } from "~/domain/paging";
import { listAudits, listSupportAudits, type AuditRow } from "~/models/audit.server";
import type { Store } from "~/models/store/store";
import { defineOperation, requireViewer } from "../operation.server";

export const entryShape = z.object({
  id: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  name: z.string(),
  /** The name of the master who acted as the user. */
  support: z.string().nullable(),
  target: z.string().nullable(),
  address: z.string(),
  date: z.iso.datetime(),
});
export type ActivityEntry = z.infer<typeof entryShape>;

const activityShape = z.object({
  activity: z.array(entryShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export const listActivity = defineOperation({
  name: "listActivity",
  method: "GET",
  path: "/api/account/activity",
  summary: "Read what happened in the account and who did it, newest first. To continue, send next as after.",
  access: { permission: "admin", state: "planned" },
  keyScope: "account:read",
  input: pageForm,
  output: activityShape,
  async run(at, context) {
    return { data: await readActivity(context.app.store, requireViewer(context).account.id, at) };
  },
});

/** A page of an account's log, newest first. */
export async function readActivity(
  store: Store,
  accountId: string,
  at: PagePosition,
): Promise<z.infer<typeof activityShape>> {
  const { rows, next, previous } = await listAudits(store, { accountId, at });
  return { activity: rows.map(toActivityEntry), next, previous };
}

/** What masters last did as this user, in any of the user's accounts; newest first. */
export async function readSupportActivity(store: Store, userId: string): Promise<ActivityEntry[]> {
  const rows = await listSupportAudits(store, { userId });
  return rows.map(toActivityEntry);
}

/** An entry as its account's people see it. */
export function toActivityEntry(row: AuditRow): ActivityEntry {
  return {
    id: row.id,
    action: row.action,
    name: row.actorName,
    support: row.impersonatorName,
    target: row.target,
    address: row.address,
    date: row.createdAt.toISOString(),
  };
}
