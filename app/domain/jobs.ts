/** The work outside of requests, as mission control shows it. */
import { OWN_JOB_NAMES } from "../product/names";
import { seconds, minutes } from "./limits";

/** Those of the product without what is in app/product/. */
export const PRODUCT_JOB_NAMES = [
  "mails",
  "webhooks",
  "billing-events",
  "payments",
  "pending-changes",
  "seats",
  "usage-reports",
  "usage-comparison",
  "reconcile",
  "member-limits",
  "key-expiry",
  "event-counts",
  "cleanup",
  "backups",
] as const;

/** Each has a name and a sentence under master:jobs. */
export const JOB_NAMES = [...PRODUCT_JOB_NAMES, ...OWN_JOB_NAMES] as const;
export type JobName = (typeof JOB_NAMES)[number];

/**
 * `waiting`: has not run yet, or is due. `failed`: the last run failed; it runs again by its retries and its schedule.
 * `off`: the settings do not ask for it.
 */
export const JOB_STATES = ["waiting", "running", "done", "failed", "off"] as const;
export type JobState = (typeof JOB_STATES)[number];

export function isJobName(value: unknown): value is JobName {
  return JOB_NAMES.some((known) => known === value);
}

/** How long a job that runs in one process at a time belongs to it. A process that crashed loses its jobs after this. */
export const JOB_LEASE_MS = seconds(15);
/** How often a process looks for jobs that are due by the database, or that another process has lost. */
export const JOB_POLL_MS = seconds(5);
/** The waits before a failed run is repeated; after the last one the job waits for its schedule. */
export const JOB_RETRY_WAITS_MS = [minutes(1), minutes(5), minutes(15)];
