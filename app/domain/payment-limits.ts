/** The numbers of payments, seats and usage, each with its unit and its reason. The others are in limits.ts. */
import { days, hours, minutes, seconds } from "./limits";

// Payments: calls to the provider, and what happens when a response is lost
export const PAYMENT_CALL_TIMEOUT_MS = seconds(8);
export const PAYMENT_CALL_RETRIES = 1;
export const PAYMENT_RETRY_AFTER_SECONDS = 30;
/**
 * How long an intent belongs to the process that renewed it last. The provider carries out a call within ten seconds of
 * being sent, or never, and a process that crashed had renewed INTENT_RENEW_EVERY_MS before at the latest.
 */
export const INTENT_LEASE_MS = seconds(13);
export const INTENT_RENEW_EVERY_MS = seconds(3);
/** How often a process looks for intents whose lease has ended. */
export const INTENT_RECOVER_EVERY_MS = seconds(2);
/** How long after their last request the owner may still look at what becomes of its payment. Then mails tell of it. */
export const PAYMENT_SHOWN_FOR_MS = minutes(30);
/** How often changes of plan that wait for their users are looked at. */
export const PENDING_CHANGES_EVERY_MS = minutes(1);
/** How long before a renewal such a change is withdrawn: a few runs of its job, because its card must not be charged. */
export const PENDING_CHANGE_ENDS_BEFORE_MS = minutes(3);
/** How often an authenticated payment is checked until it has settled. */
export const PAYMENT_SETTLE_EVERY_MS = 500;
export const PAYMENT_SETTLE_TRIES = 6;
/** Characters of an id at the payment provider. */
export const EVENT_ID_MAX_LENGTH = 190;
/** In major units: more than an account pays in years. */
export const AMOUNT_MAX = 10_000_000;
/** Shorter than REASON_MAX_LENGTH, because the activity shows amount and invoice before it. */
export const REFUND_REASON_MAX_LENGTH = 120;
/** Characters of an address line, a postal code and a tax id on invoices. */
export const BILLING_FIELD_MAX_LENGTH = 200;
export const POSTAL_CODE_MAX_LENGTH = 20;
export const TAX_ID_MAX_LENGTH = 50;
/** How long ago an event may have been signed; the provider signs each attempt to deliver it again. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
/** The provider's events contain whole objects. */
export const WEBHOOK_MAX_BYTES = 512 * 1024;
/** How often an account is read again from the provider when its rows changed meanwhile. */
export const SYNC_TRIES = 10;
/** How many of an account's invoices are copied from the provider, and how many a page shows. */
export const INVOICES_COPIED = 24;
export const INVOICES_PAGE_SIZE = 24;
/** Characters of the reason why an event could not be applied. */
export const WEBHOOK_FAILURE_LENGTH = 500;

// Seats: the comparison of what is billed with the members
export const SEAT_POLL_MS = seconds(5);
/**
 * How long one process has an account's comparison. A slower one is tried again beside it, without effect as long as its
 * intent is leased.
 */
export const SEAT_CLAIM_MS = INTENT_LEASE_MS;
/** The waits before each retry; the last one repeats. */
export const SEAT_RETRY_WAITS_MS = [seconds(2), seconds(10), minutes(1), minutes(5)];

// Usage: API calls are counted in memory, stored, and reported to the provider by the minute
/** A crash loses the calls of this time, and of the write itself. */
export const USAGE_FLUSH_MS = 500;
/** Accounts that one transaction stores. */
export const USAGE_FLUSH_ACCOUNTS = 100;
export const USAGE_REPORT_EVERY_MS = seconds(10);
/** A minute is reported this long after its end: the processes have stored their counts of it by then. */
export const USAGE_STORED_WITHIN_MS = seconds(5);
/** The most batches that become one event: as many as eight processes store in a minute. */
export const USAGE_MERGED_MAX = 1000;
/** The accounts whose events are sent at the same time. */
export const USAGE_REPORTS_AT_ONCE = 5;
/**
 * How long an event belongs to the process that sends it: longer than a call and its retry take. One whose process was
 * killed waits for this long, and for the next run.
 */
export const USAGE_SEND_LEASE_MS = seconds(18);
/** How long a change of the plan waits until the calls before it are reported, and how often it looks. */
export const USAGE_CHANGE_TIMEOUT_MS = seconds(10);
export const USAGE_CHANGE_POLL_MS = 100;
/** The provider knows an identifier again for a day. The meter is asked about an older event before it is sent. */
export const USAGE_IDENTIFIER_KNOWN_MS = hours(23);
/** How long the plans' limits are used before they are read again. */
export const USAGE_PLANS_FOR_MS = minutes(1);
export const USAGE_BATCH_KEPT_MS = days(30);
/** Longer than a yearly period and the comparison of its invoice. */
export const USAGE_EVENT_KEPT_MS = days(430);
/** Three years and a leap day: longer than any invoice is disputed. */
export const USAGE_DAY_KEPT_MS = days(3 * 365 + 1);

// The comparison of the calls with the meter and the invoices
/** The provider adds events up with a delay, so later ones are not compared yet. */
export const USAGE_METER_DELAY_MS = hours(1);
/** The provider accepts no event that is older, so nothing could be sent for it. */
export const USAGE_COMPARED_MS = days(35);
/** The calls of the seconds in which a plan changes belong to no period. */
export const USAGE_BETWEEN_PLANS_MS = minutes(2);
export const USAGE_COMPARE_EVERY_MS = hours(24);
export const USAGE_COMPARE_FIRST_AFTER_MS = minutes(1);
/** The most differences that mission control lists. */
export const USAGE_DIFFERENCES_SHOWN = 20;

/** How long before a smaller plan begins its owner learns that the account has too many members for it. */
export const MEMBER_LIMIT_WARNED_BEFORE_MS = days(7);
/** How often the product looks for such accounts. */
export const MEMBER_LIMIT_CHECK_MS = days(1);
export const MEMBER_LIMIT_BATCH = 50;
