/** The operations on an account's invoices: listing them, and paying what is open. */
import { v7 as uuid } from "uuid";
import * as z from "zod";
import { INVOICE_STATUSES, type InvoiceView } from "~/domain/billing";
import { AppError } from "~/domain/errors";
import { pageForm, type PagePosition } from "~/domain/paging";
import { PLAN_LIMITS } from "~/domain/rate-limits";
import { createCardDeclinedError } from "~/gateways/payments/decline-messages";
import { listInvoices as listInvoiceRows, type InvoiceRow } from "~/models/invoice.server";
import type { Store } from "~/models/store/store";
import { findSubscription } from "~/models/subscription.server";
import { defineOperation, requireViewer } from "~/services/platform/operation.server";
import { requirePayingAccount } from "../sync/settle-card.server";
import { payOpenInvoices } from "../sync/open-invoices.server";
import { refreshAccount } from "../sync/sync.server";

export const invoiceShape: z.ZodType<InvoiceView> = z.object({
  id: z.string(),
  number: z.string().nullable(),
  date: z.iso.datetime(),
  status: z.enum(INVOICE_STATUSES),
  total: z.number().int(),
  amount_due: z.number().int(),
  amount_charged: z.number().int(),
  currency: z.string(),
  invoice_pdf: z.string().nullable(),
});

const invoicesShape = z.object({
  invoices: z.array(invoiceShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export const listInvoices = defineOperation({
  name: "listInvoices",
  method: "GET",
  path: "/api/account/invoice",
  summary:
    "List the account's invoices, newest first, with links to their PDF files. `amount_due` is the total after credit, and " +
    "`amount_charged` what the card was charged.",
  access: { permission: "owner", state: "planned" },
  keyScope: "billing:read",
  input: pageForm,
  output: invoicesShape,
  async run(at, context) {
    return { data: await readInvoices(context.app.store, requireViewer(context).account.id, at) };
  },
});

/** Null while the card holder must confirm the payment. */
const paidShape = z.object({ paid: z.literal(true) }).nullable();

export const payInvoices = defineOperation({
  name: "payInvoices",
  method: "POST",
  path: "/api/account/invoice/pay",
  summary: "Pay the open invoices with the card on file.",
  access: { permission: "owner", state: "planned" },
  needsOwnSession: true,
  input: z.object({}),
  output: paidShape,
  canCharge: true,
  limits: PLAN_LIMITS,
  refusesImpersonator: true,
  async run(_input, context) {
    const { app } = context;
    const accountId = requireViewer(context).account.id;
    const row = requirePayingAccount(await findSubscription(app.store, { accountId }));
    const subscriptionId = row.providerId;
    const open = await app.payments.findOpenPayment(subscriptionId);
    // An invoice is paid once, so the key needs to be the same only for the SDK's own retries.
    const unpaid =
      open?.kind === "needs_action" || open?.kind === "processing"
        ? open
        : await payOpenInvoices(app.payments, { subscriptionId, intentId: uuid() });
    await refreshAccount(app, accountId);
    if (unpaid?.kind === "needs_action") {
      const payment = { requires_payment_action: true, client_secret: unpaid.clientSecret } as const;
      return { data: null, payment };
    }
    if (unpaid?.kind === "processing") throw new AppError("conflict", "billing:errors.processing");
    if (unpaid) throw createCardDeclinedError(unpaid);
    return { data: { paid: true as const }, message: "billing:invoice.paid" };
  },
});

/** A page of the account's invoices, newest first. */
export async function readInvoices(
  store: Store,
  accountId: string,
  at: PagePosition,
): Promise<z.infer<typeof invoicesShape>> {
  const { rows, next, previous } = await listInvoiceRows(store, { accountId, at });
  return { invoices: rows.map(toInvoiceView), next, previous };
}

export function toInvoiceView({
  id,
  number,
  status,
  totalMinor,
  amountDueMinor,
  currency,
  pdfUrl,
  issuedAt,
}: InvoiceRow): InvoiceView {
  return {
    id,
    number,
    date: issuedAt.toISOString(),
    status,
    total: totalMinor,
    amount_due: amountDueMinor,
    amount_charged: status === "paid" ? amountDueMinor : 0,
    currency,
    invoice_pdf: pdfUrl,
  };
}
