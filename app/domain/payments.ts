/** The times and sizes of calls to the payment provider. */
import { seconds } from "./limits";

export const PAYMENT_CALL_TIMEOUT_MS = seconds(8);
/**
 * A request's calls end so long before it has to be answered (ANSWER_WITHIN_MS), which leaves time to record what became of them. The
 * work outside of requests has no such limit.
 */
export const PAYMENTS_END_BEFORE_MS = seconds(0.5);
export const PAYMENT_RETRY_AFTER_SECONDS = 30;
/**
 * How long an intent belongs to the process that renewed it last. The provider carries out a call within ten seconds of
 * being sent, or never, and a process that crashed had renewed INTENT_RENEW_EVERY_MS before at the latest.
 */
export const INTENT_LEASE_MS = seconds(13);
/** Shorter than REASON_MAX_LENGTH, because the activity shows amount and invoice before it. */
export const REFUND_REASON_MAX_LENGTH = 120;
/** How long ago an event may have been signed; the provider signs each attempt to deliver it again. */
export const PROVIDER_EVENT_TOLERANCE_SECONDS = 300;
/** How many of an account's invoices are copied from the provider, and how many a page shows. */
export const INVOICES_COPIED = 24;
