/** The mail to the operators about a disputed payment, or a bank's warning of fraud. */
import { toDisputeOutcome } from "~/domain/disputes";
import { FALLBACK_LOCALE } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { findAccount } from "~/models/account.server";
import type { DisputeRow } from "~/models/dispute.server";
import { findInvoice } from "~/models/invoice.server";
import { toAccountName } from "~/services/platform/account-name.server";
import type { App } from "~/services/platform/app.server";
import type { QueuedMail } from "~/services/platform/mail/outbox.server";

export type DisputeMail = QueuedMail<"payment_disputed">;

/** To the support email, which operators read. Null when the account was closed. Runs before the row is written. */
export async function prepareDisputeMail(
  { store, config }: Pick<App, "store" | "config">,
  dispute: DisputeRow,
): Promise<DisputeMail | null> {
  const { accountId, invoiceId } = dispute;
  const account = await findAccount(store, { id: accountId });
  if (!account) return null;
  const invoice = invoiceId === null ? null : await findInvoice(store, { accountId, id: invoiceId });
  return {
    template: "payment_disputed",
    // An appeal may lead to the same outcome again.
    key: `${dispute.id}:${dispute.revision}`,
    to: config.supportEmail,
    locale: FALLBACK_LOCALE,
    values: {
      kind: dispute.kind,
      outcome: toDisputeOutcome(dispute.status),
      account: toAccountName(account, FALLBACK_LOCALE),
      amountMinor: dispute.amountMinor,
      currency: dispute.currency,
      providerReason: dispute.reason,
      invoice: invoice?.number ?? null,
      respondBy: dispute.respondBy?.toISOString() ?? null,
      hasEndedPlan: dispute.planEndedAt !== null,
      link: config.appUrl + paths.masterBillingForAccount(accountId),
    },
  };
}
