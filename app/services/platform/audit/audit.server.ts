/** Writing the log that an account's owner and admins can read. */
import type { Store } from "~/models/store/store";
import type { Context } from "../operation.server";
import { insertAudit, markRecorded, type AuditEvent } from "./audit-rows.server";

/** Writes down who did what, in the transaction that does it. */
export async function recordAudit(store: Store, context: Context, audited: AuditEvent): Promise<void> {
  await insertAudit(store, context, audited);
  const own = context.viewer?.account.id;
  if ((audited.accountId ?? own) === own) markRecorded(context);
}
