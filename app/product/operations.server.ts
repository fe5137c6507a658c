/** The founder's own operations and jobs. Pages, API, documentation and the matrix of permissions follow from the first list. */
import type { App } from "~/services/platform/app.server";
import type { Job } from "~/services/platform/jobs/jobs.server";
import type { Operation } from "~/services/platform/operation.server";

export const OWN_OPERATIONS: readonly Operation[] = [];

/** The names are in OWN_JOB_NAMES. */
export function createOwnJobs(_app: App): Job[] {
  return [];
}

/** Examples for the API's documentation: by field, or by `operation.field` where the name means something else there. */
export const OWN_EXAMPLES: Record<string, unknown> = {};
