/** When an unpaid invoice is charged again. */
import type { Ledger } from "../ledger";
import type { Invoice } from "../objects";

const DAY_SECONDS = 86_400;
/** Days from one attempt to the next, as the provider's custom schedule has them. */
const RETRY_AFTER_DAYS = [3, 5, 7];

/**
 * Sets when the invoice is charged again if the attempt that follows fails. Called before it, because the event of
 * a failed payment contains the time. After the last retry there is none.
 */
export function scheduleRetry(ledger: Ledger, invoice: Invoice): void {
  const attempt = Math.max(1, invoice.attempt_count);
  const days = RETRY_AFTER_DAYS[attempt - 1];
  invoice.next_payment_attempt = days === undefined ? null : ledger.now() + days * DAY_SECONDS;
}
