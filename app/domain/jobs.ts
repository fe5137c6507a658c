/** The work beside the requests, as mission control shows it. */

/** Each has a name and a sentence under master:jobs. */
export const JOB_NAMES = [
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
