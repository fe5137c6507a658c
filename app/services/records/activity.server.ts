/** Reading the log of what was done to an account, and of what support did as somebody. */
import { z } from "zod";
import { AUDIT_ACTIONS } from "~/domain/audit-actions";
import { pageForm } from "~/domain/forms/lists";
import { ACTIVITY_PAGE_SIZE, SUPPORT_ACTIVITY_SHOWN } from "~/domain/limits";
import type { PageAt } from "~/domain/paging";
import type { AuditRow } from "~/models/audit";
import type { Store } from "~/models/store/store";
import { findPage } from "~/models/store/list-page";
import { operation, viewerOfContext } from "../operation.server";

const entryShape = z.object({
  id: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  name: z.string(),
  /** The name of the master who acted as this person. */
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

export const listActivity = operation({
  name: "listActivity",
  method: "GET",
  path: "/api/account/activity",
  summary: "Read what happened in the account and who did it, newest first. To continue, send next as after.",
  access: { permission: "admin", state: "planned" },
  input: pageForm,
  output: activityShape,
  async run(at, context) {
    return { data: await readActivity(context.app.store, viewerOfContext(context).account.id, at) };
  },
});

/** A page of an account's log, newest first. */
export async function readActivity(
  store: Store,
  accountId: string,
  at: PageAt,
): Promise<z.infer<typeof activityShape>> {
  const { rows, next, previous } = await findPage(store, "audits", {
    where: { accountId },
    at,
    order: { by: "createdAt", direction: "desc" },
    size: ACTIVITY_PAGE_SIZE,
  });
  return { activity: rows.map(entryOf), next, previous };
}

/** What masters last did as this person, in whichever of their accounts; newest first. */
export async function readSupportActivity(store: Store, userId: string): Promise<ActivityEntry[]> {
  const rows = await store.find(
    "audits",
    { actorId: userId, impersonatorId: { not: null } },
    { order: { by: "createdAt", direction: "desc" }, limit: SUPPORT_ACTIVITY_SHOWN },
  );
  return rows.map(entryOf);
}

function entryOf(row: AuditRow): ActivityEntry {
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
