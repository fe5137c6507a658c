/** Writes the mails about single payments: the receipt, and what goes wrong. See billing-mails.server.ts. */
import { paths } from "~/domain/paths";
import type { QueuedMail } from "~/services/platform/mail/outbox.server";
import {
  toAddress,
  toCardValues,
  toDeclineReason,
  type BillingMail,
  type MailedCard,
} from "./billing-mails.server";

export interface MailedInvoice {
  /** The provider's id. */
  id: string;
  number: string | null;
  /** The amount that is or was charged: the total without the credit from the customer's balance. */
  amountDueMinor: number;
  currency: string;
  pdfUrl: string | null;
  issuedAt: Date;
}

/** A payment arrived, once for each invoice. Null when nothing was charged, as for the start of a trial. */
export function createReceipt({
  recipient,
  appUrl,
  invoice,
}: BillingMail & { invoice: MailedInvoice }): QueuedMail<"receipt"> | null {
  const { id, number, amountDueMinor, currency, pdfUrl, issuedAt } = invoice;
  if (amountDueMinor <= 0) return null;
  return {
    template: "receipt",
    key: id,
    ...toAddress(recipient),
    values: {
      name: recipient.name,
      invoiceId: id,
      number,
      amountMinor: amountDueMinor,
      currency,
      date: issuedAt.toISOString(),
      pdfUrl,
      link: appUrl + paths.billingTab("invoices"),
    },
  };
}

export interface FailedInvoice extends Pick<MailedInvoice, "id" | "amountDueMinor" | "currency"> {
  /** How often the provider has tried to charge it. */
  attempts: number;
  /** The message of the declined card, such as "billing:refused.expired"; null when none was declined. */
  reason: string | null;
  /** When the provider charges it again; null when it has given up. */
  retryAt: Date | null;
}

/** A payment failed, once for each of the provider's attempts. */
export function createPaymentFailedMail({
  recipient,
  appUrl,
  invoice,
  card,
}: BillingMail & { invoice: FailedInvoice; card: MailedCard | null }): QueuedMail<"payment_failed"> {
  const { id, attempts, reason, retryAt } = invoice;
  return {
    template: "payment_failed",
    key: `${id}:${attempts}`,
    ...toAddress(recipient),
    values: {
      name: recipient.name,
      amountMinor: invoice.amountDueMinor,
      currency: invoice.currency,
      card: card && toCardValues(card),
      declineReason: toDeclineReason(reason),
      retryAt: retryAt?.toISOString() ?? null,
      link: appUrl + paths.billingTab("card"),
    },
  };
}

/** A payment waits for the user's authorization, once for each of the provider's attempts. */
export function createPaymentActionMail({
  recipient,
  appUrl,
  invoice,
}: BillingMail & {
  invoice: Pick<FailedInvoice, "id" | "amountDueMinor" | "currency" | "attempts">;
}): QueuedMail<"payment_action"> {
  return {
    template: "payment_action",
    key: `${invoice.id}:${invoice.attempts}`,
    ...toAddress(recipient),
    values: {
      name: recipient.name,
      amountMinor: invoice.amountDueMinor,
      currency: invoice.currency,
      link: appUrl + paths.billing,
    },
  };
}

/** The subscription was canceled because its payments failed or a dispute was lost, once for each subscription. */
export function createSubscriptionEndedMail({
  recipient,
  appUrl,
  subscriptionId,
  plan,
  cause,
}: BillingMail & {
  /** The provider's id. */
  subscriptionId: string;
  plan: { name: string };
  cause: "unpaid" | "dispute";
}): QueuedMail<"subscription_ended"> {
  return {
    template: "subscription_ended",
    key: subscriptionId,
    ...toAddress(recipient),
    values: { name: recipient.name, plan: plan.name, cause, link: appUrl + paths.billing },
  };
}
