/** Credits: a master lets the next invoices of an account cost less. */
import { creditForm } from "~/domain/forms/master";
import { toMessage } from "~/domain/messages";
import type { InvoiceRow } from "~/models/invoice.server";
import { holdBilling } from "../billing/intents/hold.server";
import type { Lease } from "../billing/intents/intent-lease.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import { runAudited } from "../platform/audit/audit.server";
import { defineOperation, type Context } from "../platform/operation.server";
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

export const creditAccount = defineOperation({
  ...MONEY_BACK,
  name: "creditAccount",
  method: "POST",
  path: "/api/master/credit",
  summary:
    "Add credit that the account's next invoices use up, with a reason that the account's activity shows. The same " +
    "request id credits once, whenever it is repeated; one that was used for a refund or with other details answers 409. " +
    "All credits together are at most what the account has paid.",
  input: creditForm,
  async run({ account, amount, reason, request, confirm: _, ...credential }, context) {
    await requireReauthentication(context, credential);
    const order = { accountId: account, amount, reason, request };
    const shown = await holdBilling(context.app, account, (lease) => addCredit(context, order, lease));
    return { data: {}, message: toMessage("master:billing.credited", { amount: shown }) };
  },
});

interface CreditOrder {
  accountId: string;
  /** In major units. */
  amount: number;
  reason: string;
  request: string;
}

/** Returns the amount in words. Throws invalid when the account has not paid that much. */
async function addCredit(
  context: Context,
  { accountId, amount, reason, request }: CreditOrder,
  lease: Lease,
): Promise<string> {
  const { app } = context;
  const customerId = await readAgain(app, accountId);
  const { openMinor, given } = await app.payments.readCredit({ customerId, request });
  const invoices = await listLatestInvoices(app, accountId);
  const currency = given?.currency ?? invoices.find((invoice) => getRefundable(invoice) > 0)?.currency;
  if (currency === undefined) throw createFieldError("amount", "master:billing.no_invoices");
  const amountMinor = parseAmount(amount, currency);
  const shown = formatAmount(amountMinor, currency);
  if (wasGiven(given, { amountMinor, reason })) return shown;
  const most = Math.max(0, sumPaid(invoices, currency) - openMinor);
  if (amountMinor > most) throw createTooMuchError("credit_too_much", { currency }, most);
  const event = { action: "credited", accountId, request, target: `${shown}: ${reason}` } as const;
  await runAudited(context, toGivingEvent(event), async () => {
    await lease.require();
    await app.payments.creditCustomer({ accountId, customerId, currency, request, amountMinor, reason });
  });
  return shown;
}

/** Sums the customer's payments for these invoices, less refunds and the amounts that credit has already covered. */
function sumPaid(invoices: readonly InvoiceRow[], currency: string): number {
  return invoices
    .filter((invoice) => invoice.currency === currency)
    .reduce((sum, invoice) => sum + getRefundable(invoice) - getCoveredByCredit(invoice), 0);
}

/** The credit of a void invoice is back in the customer's balance. */
function getCoveredByCredit({ status, totalMinor, amountDueMinor }: InvoiceRow): number {
  return status === "void" ? 0 : Math.max(0, totalMinor - amountDueMinor);
}
