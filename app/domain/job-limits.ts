/** Jobs: how often they run, how long one process has them, and what is stored about their runs. */
import { hours, minutes, seconds } from "./limits";

/** How long a job that runs in one process at a time belongs to it. A process that crashed loses its jobs after this. */
export const JOB_LEASE_MS = seconds(15);
/** How often a running job's lease is renewed, as a part of the lease. */
export const JOB_RENEWALS_PER_LEASE = 3;
/** How often a process looks for jobs that are due by the database, or that another process has lost. */
export const JOB_POLL_MS = seconds(5);
/** With Redis, how often a job that keeps its schedule is looked at. */
export const JOB_DUE_CHECK_MS = minutes(1);
/** The runs of a job that looks for work every few seconds are stored at most this often, unless their outcome changes. */
export const JOB_RECORDED_EVERY_MS = minutes(1);
/** The waits before a failed run is repeated; after the last one the job waits for its schedule. */
export const JOB_RETRY_WAITS_MS = [minutes(1), minutes(5), minutes(15)];
/** The same failure of a job is logged at most this often. */
export const JOB_FAILURE_LOGGED_EVERY_MS = minutes(30);
/** The most characters that are stored of a failure. */
export const JOB_FAILURE_LENGTH = 500;

/** How often a process checks whether Redis can be reached, and has every schedule. */
export const QUEUE_CHECK_EVERY_MS = seconds(5);
/** A schedule that has been due for this long has stopped, and is made again. */
export const QUEUE_SCHEDULE_LATE_MS = minutes(1);
/** How long a process that stops waits for the queue to be closed; Redis may be away. */
export const QUEUE_CLOSE_TIMEOUT_MS = seconds(2);
/** How often one run may be lost with its process before it counts as failed. */
export const QUEUE_STALLED_MAX = 10;
/** How many failed runs, and how many entries of its log, Redis keeps of each job. */
export const QUEUE_FAILED_KEPT = 20;
export const QUEUE_LOG_LENGTH = 100;

/** All accounts are compared with the payment provider at each start of a process, and this often. */
export const RECONCILE_EVERY_MS = hours(24);
/** How often stored events of the payment provider that were not applied are looked for. */
export const BILLING_EVENTS_EVERY_MS = minutes(1);
/** How old such an event is at each attempt to apply it; the provider also sends it again. */
export const BILLING_EVENT_RETRY_AGES_MS = [minutes(1), minutes(5), minutes(30), hours(2), hours(12)];
/** How many of them one query reads. */
export const BILLING_EVENTS_BATCH = 20;

/** How many accounts of the version before are named after their owners at once. */
export const UNNAMED_ACCOUNTS_BATCH = 100;
