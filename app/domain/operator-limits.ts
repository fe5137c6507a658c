/** Numbers of what operators see: metrics, traces, and the checks of an installation. */
import { days, hours, minutes, seconds } from "./limits";

// Metrics
export const METRICS_TOKEN_MIN_LENGTH = 32;
/** The library is loaded this long after the start, so that the first requests do not wait for it. */
export const METRICS_LOADED_AFTER_MS = seconds(1);
/** What is counted before the library is loaded; more is left out. */
export const METRICS_KEPT_MAX = 10_000;
/** The upper bounds of the histogram of response times, in seconds. */
export const LATENCY_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A queue is counted no further, so that reading a long one costs the database no more than a short one. */
export const DEPTH_COUNTED_MAX = 10_000;
/** How long the numbers of the database are reused, when several scrapers ask at once. */
export const DEPTHS_REUSED_MS = seconds(1);

/** The latest answers with an error of the server that mission control lists. */
export const SERVER_ERRORS_SHOWN = 20;

// Traces
/** How long the last spans may take to reach the collector when the process stops. */
export const TRACES_FLUSH_MS = seconds(2);

// Checks
export const HOUR_MS = hours(1);
/** How long a check waits for a server of another program. */
export const CHECK_TIMEOUT_MS = seconds(5);
/** With less free space on the disk a check warns, and with a tenth of it, fails. In bytes. */
export const DISK_FREE_WARNING_BYTES = 2 * 1024 ** 3;
/** An authenticator's codes and the payment provider's signatures tolerate no more. */
export const CLOCK_SKEW_WARNING_MS = seconds(5);
export const CLOCK_SKEW_MAX_MS = seconds(30);
/** An installation that takes real payments receives an event of the provider more often than this. */
export const WEBHOOK_EXPECTED_EVERY_MS = days(7);
export const BACKUP_EXPECTED_EVERY_MS = days(2);
/** API calls that wait longer to be reported: a warning, and a failure, long before the invoice of their period is final. */
export const USAGE_LATE_WARNING_MS = minutes(5);
export const USAGE_LATE_FAILURE_MS = minutes(30);

// A new secret
/** Rows that `npm run rekey` reads at once, and those that it locks together: requests wait for that long. */
export const REKEY_PAGE_ROWS = 500;
export const REKEY_BATCH_ROWS = 50;

// Usage events
/** The chart of usage events by day, today included. */
export const EVENT_CHART_DAYS = 30;
/** A program may use any number of names: the most frequent ones of a day are counted. */
export const EVENT_NAMES_A_DAY_MAX = 500;
/** A day's events are counted this long after its end, when no transaction can still record one. */
export const EVENT_DAY_COUNTED_AFTER_MS = hours(1);
/** How long the first count waits after the start of the process. */
export const EVENT_COUNTS_FIRST_AFTER_MS = seconds(60);
