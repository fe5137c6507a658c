/** The log's line about a declined card or a failed payment: one search for a user's id finds it in any process. */
import type { ProviderInvoice } from "~/gateways/payments/payments";
import type { Log } from "~/log.server";
import { findOpenIntent } from "~/models/billing-intent.server";
import { findOwner } from "~/models/membership.server";
import type { App } from "~/services/platform/app.server";
import { isRunning } from "../intents/intent-lease.server";

interface FailedPayment {
  /** The provider's own code. */
  declineCode: string;
  /** The request of the user, or of the provider; undefined for an event that was applied later. */
  requestId?: string;
  /** For an event, the account's owner. */
  userId?: string;
  accountId?: string;
  /** The provider's event, and the invoice that it is about. */
  providerEvent?: string;
  invoice?: string;
}

export function logFailedPayment(log: Log, payment: FailedPayment): void {
  log.warn({ event: "payment_failed", ...payment }, "A card or a payment was declined.");
}

interface FailureEvent {
  event: { id: string; objectId: string };
  accountId: string;
  requestId?: string;
}

/**
 * To be called before an event about a failed payment is applied. Returns what logs it afterwards, and needs no database
 * then. What a request of the owner runs into is that request's line, and its invoice is voided.
 */
export async function prepareFailureLine(
  { log, store }: Pick<App, "log" | "store">,
  { event, accountId, requestId }: FailureEvent,
): Promise<(invoices: readonly ProviderInvoice[]) => void> {
  const [owner, intent] = await Promise.all([
    findOwner(store, { accountId }),
    findOpenIntent(store, { accountId }),
  ]);
  return (invoices) => {
    const invoice = invoices.find(({ id }) => id === event.objectId);
    if (invoice?.status === "void" || (intent && isRunning(intent))) return;
    const ids = { requestId, userId: owner?.userId, accountId };
    const about = { providerEvent: event.id, invoice: event.objectId };
    logFailedPayment(log, { declineCode: invoice?.declineCode ?? "unknown", ...ids, ...about });
  };
}
