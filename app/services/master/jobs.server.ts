/** Mission control's view of the jobs: when each ran and runs next, why one failed, and running that one again. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { retryJobForm } from "~/domain/forms/master";
import { createFormSchema } from "~/domain/forms/rules";
import { isJobName, JOB_NAMES, JOB_STATES, type JobState } from "~/domain/jobs";
import { JOB_RETRY_LIMITS } from "~/domain/rate-limits";
import { listJobs as listJobRows, requestFailedJob, type JobRow } from "~/models/job.server";
import type { App } from "../platform/app.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation } from "../platform/operation.server";

const jobShape = z.object({
  name: z.enum(JOB_NAMES),
  status: z.enum(JOB_STATES),
  /** How often it has failed since it succeeded. */
  attempts: z.number().int(),
  failure: z.string().nullable(),
  /** The end of the last run; null before the first. */
  last_run: z.iso.datetime().nullable(),
  next_run: z.iso.datetime().nullable(),
});
type ListedJob = z.infer<typeof jobShape>;

export const listJobs = defineOperation({
  name: "listJobs",
  method: "GET",
  path: "/api/master/jobs",
  summary: "List the background jobs: when each ran, when it runs next, and why its last run failed.",
  access: { permission: "master", state: "verified" },
  input: createFormSchema({}),
  output: z.object({ jobs: z.array(jobShape) }),
  run: async (_input, { app }) => ({ data: { jobs: await readJobs(app) } }),
});

export const retryJob = defineOperation({
  name: "retryJob",
  method: "POST",
  path: "/api/master/jobs/retry",
  summary: "Run a background job again whose last run failed.",
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  input: retryJobForm,
  output: z.object({}),
  limits: JOB_RETRY_LIMITS,
  async run({ job }, context) {
    if (!isJobName(job)) throw new AppError("not_found", "errors:not_found");
    const { store, jobs, config } = context.app;
    if (isOff(job, config)) throw new AppError("conflict", "master:jobs.not_failed");
    await store.transaction(async (inside) => {
      if (!(await requestFailedJob(inside, { id: job }, new Date())))
        throw new AppError("conflict", "master:jobs.not_failed");
      await recordAudit(inside, context, { action: "job_retried", target: job });
    });
    jobs.wake(job);
    return { data: {}, message: "master:jobs.retried" };
  },
});

/** Every job, those that failed first. */
export async function readJobs({ store, config }: Pick<App, "store" | "config">): Promise<ListedJob[]> {
  const rows = new Map((await listJobRows(store)).map((row) => [row.id, row]));
  const now = new Date();
  const jobs = JOB_NAMES.map((name) =>
    isOff(name, config) ? toOff(name, rows.get(name)) : toResponse(name, rows.get(name), now),
  );
  const isFailed = ({ status }: ListedJob) => status === "failed";
  return [...jobs.filter(isFailed), ...jobs.filter((job) => !isFailed(job))];
}

function isOff(name: ListedJob["name"], { backups }: App["config"]): boolean {
  return name === "backups" && backups === null;
}

/** The job may have run with other settings. */
function toOff(name: ListedJob["name"], row: JobRow | undefined): ListedJob {
  const lastRun = row?.finishedAt?.toISOString() ?? null;
  return { name, status: "off", attempts: 0, failure: null, last_run: lastRun, next_run: null };
}

function toResponse(name: ListedJob["name"], row: JobRow | undefined, now: Date): ListedJob {
  return {
    name,
    status: row ? toState(row, now) : "waiting",
    attempts: row?.attempts ?? 0,
    failure: row?.failure ?? null,
    last_run: row?.finishedAt?.toISOString() ?? null,
    next_run: row?.dueAt.toISOString() ?? null,
  };
}

function toState({ lockedUntil, failure, finishedAt }: JobRow, now: Date): JobState {
  if (lockedUntil > now) return "running";
  if (failure !== null) return "failed";
  return finishedAt === null ? "waiting" : "done";
}
