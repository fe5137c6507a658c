/** Refunds: a master pays back a part of an invoice. */
import { AppError } from "~/domain/errors";
import { refundForm } from "~/domain/forms/master";
import { toMessage } from "~/domain/messages";
import { findAccount } from "~/models/account.server";
import type { RefundOrder } from "~/gateways/payments/payment-types";
import { listDisputes } from "~/models/dispute.server";
import { findInvoice, type InvoiceRow } from "~/models/invoice.server";
import { findSubscription } from "~/models/subscription.server";
import type { App } from "../platform/app.server";
import { runAudited } from "../platform/audit/audit.server";
import { toDisputeViews } from "../billing/dispute-views.server";
import { refreshAccount } from "../billing/sync/sync.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import { defineOperation, type Context } from "../platform/operation.server";
import { toNamedAccount } from "../platform/account-name.server";
import {
  createFieldError,
  createTooMuchError,
  formatAmount,
  getRefundable,
  listLatestInvoices,
  MONEY_BACK,
  parseAmount,
  readAgain,
  toGivingEvent,
  wasGiven,
} from "./money-back.server";

export const refundPayment = defineOperation({
  ...MONEY_BACK,
  name: "refundPayment",
  method: "POST",
  path: "/api/master/refund",
  summary:
    "Pay back a part of a paid invoice, with a reason that the account's activity shows. The same request id pays back " +
    "once, whenever it is repeated; one that was used for a credit or with other details answers 409.",
  input: refundForm,
  async run({ account, invoice: invoiceId, amount, reason, request, confirm: _, ...credential }, context) {
    const { app } = context;
    await requireReauthentication(context, credential);
    await readAgain(app, account);
    const invoice = await findInvoice(app.store, { accountId: account, id: invoiceId });
    if (invoice?.status !== "paid") throw createFieldError("invoice", "master:billing.invoice_unknown");
    const order = { invoiceId, request, amountMinor: parseAmount(amount, invoice.currency), reason };
    if (!wasGiven(await app.payments.findRefund(order), order)) await payBack(context, invoice, order);
    const shown = formatAmount(order.amountMinor, invoice.currency);
    return { data: {}, message: toMessage("master:billing.refunded", { amount: shown }) };
  },
});

/** Throws invalid when more would be paid back than was paid, and conflict when the request is used. */
async function payBack(context: Context, invoice: InvoiceRow, order: RefundOrder): Promise<void> {
  const { app } = context;
  const { id, number, accountId, currency } = invoice;
  const { amountMinor, request, reason } = order;
  const most = getRefundable(invoice);
  if (amountMinor > most) throw createTooMuchError("too_much", invoice, most);
  const target = `${formatAmount(amountMinor, currency)}, ${number ?? id}: ${reason}`;
  await runAudited(context, toGivingEvent({ action: "refunded", accountId, request, target }), () =>
    app.payments.refundInvoice(order),
  );
  await refreshAccount(app, accountId, { withRefunds: true });
}

/** Reads the page's data about an account. Throws not_found. */
export async function readAccountBilling(
  { store }: Pick<App, "store">,
  { accountId, locale }: { accountId: string; locale: string },
) {
  const account = await findAccount(store, { id: accountId });
  if (!account) throw new AppError("not_found", "errors:not_found");
  const row = await findSubscription(store, { accountId });
  const latest = row?.customerId ? await listLatestInvoices({ store }, accountId) : [];
  const rows = row?.customerId ? await listDisputes(store, { accountId }) : [];
  return {
    account: toNamedAccount(account, locale),
    disputes: await toDisputeViews(store, { accountId, rows }),
    invoices: latest
      .filter((invoice) => getRefundable(invoice) > 0)
      .map((invoice) => ({
        id: invoice.id,
        number: invoice.number ?? invoice.id,
        currency: invoice.currency,
        paid: formatAmount(invoice.amountDueMinor, invoice.currency),
        left: formatAmount(getRefundable(invoice), invoice.currency),
      })),
  };
}
