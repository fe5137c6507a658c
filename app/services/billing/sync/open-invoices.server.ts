/** Pays the invoices that a subscription has open. */
import type { OpenPayment } from "~/gateways/payments/payment-types";
import type { Payments } from "~/gateways/payments/payments";

/** More than a subscription has open before it is ended. */
const OPEN_INVOICES_MAX = 12;

/** The reason why an open invoice is not paid. */
type UnpaidInvoice = Exclude<OpenPayment, { kind: "paid" }>;

/** Charges the card for each open invoice, the oldest first. Returns the first that it does not pay; null when none is open. */
export async function payOpenInvoices(
  payments: Payments,
  { subscriptionId, intentId, cardId }: { subscriptionId: string; intentId: string; cardId?: string },
): Promise<UnpaidInvoice | null> {
  for (let count = 0; count < OPEN_INVOICES_MAX; count += 1) {
    const open = await payments.findOpenPayment(subscriptionId);
    if (!open || open.kind === "paid") return null;
    const { invoiceId } = open;
    const paid = await payments.payInvoice({ intentId, invoiceId, cardId });
    if (paid.kind !== "paid") return paid;
  }
  return null;
}
