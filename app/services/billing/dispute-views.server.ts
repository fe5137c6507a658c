/** An account's disputed payments and fraud warnings, as its owner and operators read them. */
import { LOST_DISPUTE_SHOWN_MS, toDisputeOutcome, type DisputeView } from "~/domain/disputes";
import type { DisputeRow } from "~/models/dispute.server";
import { listInvoicesByIds } from "~/models/invoice.server";
import type { Store } from "~/models/store/store";

/** Sends no query for an account without any. */
export async function toDisputeViews(
  store: Store,
  { accountId, rows }: { accountId: string; rows: readonly DisputeRow[] },
): Promise<DisputeView[]> {
  const ids = rows.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [invoiceId]));
  const invoices = await listInvoicesByIds(store, { accountId, ids: [...new Set(ids)] });
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]));
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    outcome: toDisputeOutcome(row.status),
    status: row.status,
    reason: row.reason,
    invoice: numbers.get(row.invoiceId ?? "") ?? null,
    amount: row.amountMinor,
    currency: row.currency,
    date: row.openedAt.toISOString(),
    respond_by: row.respondBy?.toISOString() ?? null,
    has_ended_plan: row.planEndedAt !== null,
  }));
}

/** Whether the owner is notified of it on top of the page: while it is open, and for some time after it was lost. */
export function shouldNotify({ status, updatedAt }: DisputeRow, now: Date): boolean {
  const outcome = toDisputeOutcome(status);
  if (outcome === "open") return true;
  return outcome === "lost" && now.getTime() - updatedAt.getTime() < LOST_DISPUTE_SHOWN_MS;
}
