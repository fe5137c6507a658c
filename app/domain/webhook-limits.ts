/** The numbers of the account's webhooks, each with its unit and its reason. The others are in limits.ts. */
import { days, hours, minutes, seconds } from "./limits";

/** Endpoints of one account, whatever its plan: each event is stored once for each of them. */
export const WEBHOOK_ENDPOINTS_MAX = 5;
export const WEBHOOK_DESCRIPTION_MAX_LENGTH = 100;
export const WEBHOOK_SECRET_BYTES = 32;
/** How long the former secret signs as well after a rotation. */
export const WEBHOOK_OVERLAP_MS = hours(24);

/** The time limit of one delivery: finding the server's IP, connecting, sending, and reading the response. */
export const WEBHOOK_TIMEOUT_MS = seconds(5);
/** How much of a response is read, and stored as an excerpt. */
export const WEBHOOK_EXCERPT_MAX_BYTES = 500;
/**
 * Longer than a delivery can take, so that no other process repeats one that is running. One whose process was killed waits
 * for this long.
 */
export const WEBHOOK_CLAIM_MS = seconds(15);
/** Places for the deliveries that one process makes at the same time. Endpoints that do not work have at most half. */
export const WEBHOOKS_AT_ONCE = 20;
/** Deliveries of one account at the same time. Its endpoints that fail have at most half. */
export const ACCOUNT_WEBHOOKS_AT_ONCE = 2;
/** A delivery that takes longer uses a place of those that do not work, for as long as it lasts. */
export const WEBHOOK_SLOW_AFTER_MS = seconds(1);
/** Accounts and endpoints whose last turn a process remembers. */
export const WEBHOOK_TURNS_REMEMBERED = 10_000;
/** How often due deliveries are looked for. */
export const WEBHOOK_POLL_MS = seconds(2);
/** Waits before each retry; after the last one the delivery has failed. About three days in all. */
export const WEBHOOK_RETRY_WAITS_MS = [
  seconds(30),
  minutes(5),
  minutes(30),
  hours(2),
  hours(5),
  hours(10),
  hours(14),
  hours(20),
  hours(24),
];
/** An endpoint whose deliveries have all failed for this long is turned off. */
export const WEBHOOK_DISABLED_AFTER_MS = days(5);
/** Deliveries of one page of the log. */
export const WEBHOOK_DELIVERIES_PAGE_SIZE = 20;
/** How long the log is kept. As long as mails are, because it also keeps an event from being recorded twice. */
export const WEBHOOK_DELIVERY_KEPT_MS = days(30);
