/** What a master writes while acting as a user is in the account's activity, whichever operation writes it. */
import { AppError } from "~/domain/errors";
import { withdrawAudit } from "~/models/audit.server";
import type { App } from "../app.server";
import { hasRecorded, insertAudit, type AuditedCall } from "./audit-rows.server";

/**
 * Runs an operation. In an impersonated session a write gets its row before it runs, so that no write is without one.
 * The row is withdrawn when the operation is refused, or has recorded what it did in a row of its own.
 */
export async function recordImpersonatedWrite<T>(
  { name, method }: { name: string; method: string },
  call: AuditedCall & { app: App },
  run: () => Promise<T>,
): Promise<T> {
  const { app, viewer } = call;
  if (method === "GET" || !viewer?.session.impersonatorId) return run();
  const id = await insertAudit(app.store, call, { action: "support_acted", target: name });
  const deleteAudit = () => withdrawAudit(app.store, { accountId: viewer.account.id, id });
  try {
    const reply = await run();
    if (hasRecorded(call)) await deleteAudit();
    return reply;
  } catch (failure) {
    if (failure instanceof AppError) await deleteAudit();
    throw failure;
  }
}
