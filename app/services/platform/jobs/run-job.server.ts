/** Runs one job in this process: claims it where only one process may have it, and stores how the run ended. */
import { type JobName, JOB_LEASE_MS, JOB_RETRY_WAITS_MS } from "~/domain/jobs";
import {
  bringJobForward,
  claimJob,
  createJob,
  recordJob,
  renewJob,
  settleJob,
  type JobRow,
} from "~/models/job.server";
import type { Store } from "~/models/store/store";
import { minutes } from "~/domain/limits";
import { createFailureLog } from "../workers.server";
import type { Job } from "./jobs.server";
import { keepClaim } from "./keep-claim.server";

/** The runs of a job that looks for work every few seconds are stored at most this often, unless their outcome changes. */
const JOB_RECORDED_EVERY_MS = minutes(1);
/** The most characters that are stored of a failure. */
const JOB_FAILURE_LENGTH = 500;

/** `held`: another process has the job, or it is not due. `failed`: `cause` was thrown, and is logged. */
type JobOutcome = { kind: "done" | "held" } | { kind: "failed"; cause: unknown };

export interface JobRunner {
  /** Runs the job once, with `isDueOnly` only when it is due, and stores the outcome. Never throws. */
  run(job: Job, options: { signal: AbortSignal; isDueOnly: boolean }): Promise<JobOutcome>;
}

interface JobRunnerOptions {
  store: Store;
  /** How long a claim lasts unless it is renewed, in milliseconds. */
  leaseMs?: number;
  retryWaits?: readonly number[];
}

export function createJobRunner({
  store,
  leaseMs = JOB_LEASE_MS,
  retryWaits = JOB_RETRY_WAITS_MS,
}: JobRunnerOptions): JobRunner {
  const recordShared = createSharedRecorder(store);
  const attempt = createAttempts();
  const keepSchedule = createScheduleKeeper(store);

  async function runExclusive(job: Job, row: JobRow, signal: AbortSignal): Promise<JobOutcome> {
    const claim = keepClaim(row, {
      leaseMs,
      renew: (held) => renewJob(store, held, new Date(Date.now() + leaseMs)),
    });
    const outcome = await runOnce(job, AbortSignal.any([signal, claim.lost]));
    const held = await claim.end();
    const finishedAt = new Date();
    const hasFailed = outcome.kind === "failed";
    // After the last of the waits the schedule comes, and then the waits again.
    const wait = hasFailed ? retryWaits[row.attempts % (retryWaits.length + 1)] : undefined;
    const dueAt = new Date(finishedAt.getTime() + Math.min(wait ?? job.every, job.every));
    const attempts = hasFailed ? row.attempts + 1 : 0;
    await settleJob(store, held, { dueAt, attempts, failure: toFailure(outcome), finishedAt });
    return outcome;
  }

  return {
    run: (job, { signal, isDueOnly }) =>
      attempt(job, async () => {
        const at = new Date();
        if (!job.isExclusive) {
          const outcome = await runOnce(job, signal);
          await recordShared(job, { startedAt: at, failure: toFailure(outcome) });
          return outcome;
        }
        if (job.keepsSchedule) await keepSchedule(job, at);
        else if (!isDueOnly) await createJob(store, { id: job.name }, at);
        const lockedUntil = new Date(at.getTime() + leaseMs);
        const row = await claimJob(store, { id: job.name }, { at, lockedUntil, isDueOnly });
        return row ? runExclusive(job, row, signal) : { kind: "held" };
      }),
  };
}

/** Returns a function that runs a job and logs a failure, of the run itself or of the store that says whose the job is. */
function createAttempts() {
  const logs = new Map<JobName, ReturnType<typeof createFailureLog>>();
  return async (job: Job, run: () => Promise<JobOutcome>): Promise<JobOutcome> => {
    const log = logs.get(job.name) ?? createFailureLog((cause) => job.report(cause));
    logs.set(job.name, log);
    const outcome = await run().catch((cause: unknown) => ({ kind: "failed", cause }) as const);
    if (outcome.kind === "failed") log.fail(outcome.cause);
    else if (outcome.kind === "done") log.succeed();
    return outcome;
  };
}

/** Stores a job that keeps its schedule, once in this process. A schedule that has become shorter since counts from now on. */
function createScheduleKeeper(store: Store) {
  const kept = new Set<JobName>();
  return async ({ name: id, every }: Job, at: Date): Promise<void> => {
    if (kept.has(id)) return;
    await createJob(store, { id }, at);
    await bringJobForward(store, { id }, new Date(at.getTime() + every));
    kept.add(id);
  };
}

async function runOnce(job: Job, signal: AbortSignal): Promise<JobOutcome> {
  try {
    await job.run(signal);
    return { kind: "done" };
  } catch (cause) {
    return { kind: "failed", cause };
  }
}

/** Stores the runs of jobs that look for work all the time: when the outcome changes, and else once a minute. */
function createSharedRecorder(store: Store) {
  const recorded = new Map<JobName, { at: number; failure: string | null; attempts: number }>();
  return async (job: Job, { startedAt, failure }: Pick<JobRow, "startedAt" | "failure">): Promise<void> => {
    const finishedAt = new Date();
    const last = recorded.get(job.name);
    const attempts = failure === null ? 0 : (last?.attempts ?? 0) + 1;
    const isFresh = last && performance.now() - last.at < JOB_RECORDED_EVERY_MS;
    if (isFresh && last.failure === failure) return;
    recorded.set(job.name, { at: performance.now(), failure, attempts });
    const dueAt = new Date(finishedAt.getTime() + job.every);
    // A record that is only shown must not fail the job. The failure of the database is the run's as well.
    await recordJob(store, { id: job.name, dueAt, attempts, failure, startedAt, finishedAt }).catch(() => {
      recorded.delete(job.name);
    });
  };
}

/** For masters, as text. Its cause says more where the failure itself is a message for a user. */
function toFailure(outcome: JobOutcome): string | null {
  if (outcome.kind !== "failed") return null;
  const { cause } = outcome;
  const error = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return Array.from(text).slice(0, JOB_FAILURE_LENGTH).join("");
}
