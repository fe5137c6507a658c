/** Pays the invoices that a subscription has open. */
import type { OpenPayment } from "~/gateways/payments/payment-types";
import type { Payments } from "~/gateways/payments/payments";

/** The reason why an open invoice is not paid. */
type UnpaidInvoice = Exclude<OpenPayment, { kind: "paid" }>;

/** Charges the card for each open invoice, the oldest first. Returns the first that it does not pay; null when none is open. */
export async function payOpenInvoices(
  payments: Payments,
  { subscriptionId, intentId, cardId }: { subscriptionId: string; intentId: string; cardId?: string },
): Promise<UnpaidInvoice | null> {
  const tried = new Set<string>();
  for (;;) {
    const open = await payments.findOpenPayment(subscriptionId);
    // The provider may list an invoice as open for a moment after it was paid.
    if (!open || open.kind === "paid" || tried.has(open.invoiceId)) return null;
    const { invoiceId } = open;
    tried.add(invoiceId);
    const paid = await payments.payInvoice({ intentId, invoiceId, cardId });
    if (paid.kind !== "paid") return paid;
  }
}
