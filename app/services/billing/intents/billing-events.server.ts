/** Events about billing for the account's webhook endpoints. Each runs in the transaction that writes the rows. */
import type { ProviderInvoice } from "~/gateways/payments/payments";
import type { InvoiceRow } from "~/models/invoice.server";
import type { Store } from "~/models/store/store";
import { findSubscription } from "~/models/subscription.server";
import { recordAccountEvent } from "~/services/platform/account-events/record-account-event.server";

/** To be called before the row gets this plan; does nothing when it has it already, and without a plan. */
export async function recordPlanChange(
  store: Store,
  { accountId, planId }: { accountId: string; planId?: string | null },
): Promise<void> {
  if (planId === null || planId === undefined) return;
  const previous = (await findSubscription(store, { accountId }))?.planId ?? null;
  if (previous === planId) return;
  const data = { plan: planId, previous_plan: previous };
  await recordAccountEvent(store, { accountId, type: "plan.changed", data });
}

/** Records the events of a sync: the invoices that are paid now, and each failed attempt to collect one. */
export async function recordInvoiceEvents(
  store: Store,
  accountId: string,
  found: { drift: { invoices: InvoiceRow[]; paidInvoiceIds: string[] }; failed: ProviderInvoice[] },
): Promise<void> {
  const { drift, failed } = found;
  for (const invoice of drift.invoices.filter(({ id }) => drift.paidInvoiceIds.includes(id))) {
    const data = toInvoiceData(invoice);
    await recordAccountEvent(store, { accountId, type: "invoice.paid", data, key: invoice.id });
  }
  for (const invoice of failed) {
    const [data, key] = [toInvoiceData(invoice), `${invoice.id}:${invoice.attempts}`];
    await recordAccountEvent(store, { accountId, type: "invoice.payment_failed", data, key });
  }
}

function toInvoiceData({
  id,
  number,
  amountDueMinor,
  totalMinor,
  currency,
}: Pick<InvoiceRow, "id" | "number" | "amountDueMinor" | "totalMinor" | "currency">) {
  return { id, number, amount_due: amountDueMinor, total: totalMinor, currency };
}
