/** Refunds: a master pays back a part of an invoice. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { refundForm } from "~/domain/forms/master";
import { toMessage } from "~/domain/messages";
import { REFUND_LIMITS } from "~/domain/rate-limits";
import { findAccount } from "~/models/account.server";
import { findInvoice } from "~/models/invoice.server";
import { findSubscription } from "~/models/subscription.server";
import type { App } from "../platform/app.server";
import { runAudited } from "../platform/audit/audit.server";
import { refreshAccount } from "../billing/sync.server";
import {
  requireReauthentication,
  requireRepeatedReauthentication,
} from "../identity/reauthentication.server";
import { defineOperation } from "../platform/operation.server";
import {
  createFieldError,
  createTooMuchError,
  formatAmount,
  getRefundable,
  listLatestInvoices,
  parseAmount,
  readAgain,
} from "./money-back.server";

export const refundPayment = defineOperation({
  name: "refundPayment",
  method: "POST",
  path: "/api/master/refund",
  summary:
    "Pay back a part of a paid invoice, with a reason that the account's activity shows. The same request id pays back once.",
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  acceptsIdempotencyKey: true,
  confirmRepeat: (given, context) => requireRepeatedReauthentication(context, given),
  input: refundForm,
  output: z.object({}),
  limits: REFUND_LIMITS,
  async run({ account, invoice: invoiceId, amount, reason, request, confirm: _, ...credential }, context) {
    const { app } = context;
    await requireReauthentication(context, credential);
    await readAgain(app, account);
    const invoice = await findInvoice(app.store, { accountId: account, id: invoiceId });
    if (invoice?.status !== "paid") throw createFieldError("invoice", "master:billing.invoice_unknown");
    const amountMinor = parseAmount(amount, invoice.currency);
    if (amountMinor > getRefundable(invoice))
      throw createTooMuchError("too_much", invoice, getRefundable(invoice));
    const shown = formatAmount(amountMinor, invoice.currency);
    const id = ["refund", invoiceId, request, amountMinor].join(":");
    await runAudited(
      context,
      {
        key: id,
        action: "refunded",
        accountId: account,
        target: `${shown}, ${invoice.number ?? invoiceId}: ${reason}`,
      },
      () => app.payments.refundInvoice({ id, invoiceId, amountMinor, reason }),
    );
    await refreshAccount(app, account, { withRefunds: true });
    return { data: {}, message: toMessage("master:billing.refunded", { amount: shown }) };
  },
});

/** What the page shows about an account. Throws not_found. */
export async function readAccountBilling({ store }: Pick<App, "store">, accountId: string) {
  const account = await findAccount(store, { id: accountId });
  if (!account) throw new AppError("not_found", "errors:not_found");
  const row = await findSubscription(store, { accountId });
  const latest = row?.customerId ? await listLatestInvoices({ store }, accountId) : [];
  return {
    account: { id: account.id, name: account.name },
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
