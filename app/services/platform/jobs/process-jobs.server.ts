/**
 * Jobs without Redis: each process runs them by its own timers. A job that runs once at a time is claimed by a lease in
 * the database, and taken over by another process when its process has died.
 */
import { type JobName, JOB_POLL_MS } from "~/domain/jobs";
import { createJob, requestJob } from "~/models/job.server";
import type { Store } from "~/models/store/store";
import { startWorker, type Worker } from "../workers.server";
import type { Job, RunningJobs } from "./jobs.server";
import type { JobRunner } from "./run-job.server";

export interface ProcessJobsOptions {
  store: Store;
  runner: JobRunner;
  /** How often to look for a job that is due in the database, in milliseconds. */
  pollMs?: number;
  /** False: the schedules rest, because another part runs the jobs. Wakes are served all the same. */
  isActive?: () => boolean;
}

export function startProcessJobs(jobs: readonly Job[], options: ProcessJobsOptions): RunningJobs {
  const workers = new Map<JobName, Worker>(
    jobs.map((job) => [job.name, job.isExclusive ? startExclusive(job, options) : startShared(job, options)]),
  );
  return {
    wake: (name) => workers.get(name)?.wake(),
    async stop() {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
      await Promise.all(jobs.map(async (job) => job.finish?.()));
    },
  };
}

function startShared(job: Job, { runner, isActive = () => true }: ProcessJobsOptions): Worker {
  const { every, firstAfter } = job;
  let isWoken = false;
  const worker = startWorker({
    every,
    firstAfter,
    async run(signal) {
      if (!isWoken && !isActive()) return;
      isWoken = false;
      await runner.run(job, { signal, isDueOnly: false });
    },
    report: () => undefined, // The runner has logged it.
  });
  return {
    stop: worker.stop,
    wake() {
      isWoken = true;
      worker.wake();
    },
  };
}

/** Makes the job due whenever it is woken, and at the first look unless it keeps its schedule. */
function startExclusive(
  job: Job,
  { store, runner, pollMs = JOB_POLL_MS, isActive = () => true }: ProcessJobsOptions,
): Worker {
  const { name: id, every, firstAfter } = job;
  let isStored = false;
  let isRequested = isActive() && !job.keepsSchedule;
  const worker = startWorker({
    every: Math.min(every, pollMs),
    firstAfter,
    async run(signal) {
      if (!isRequested && !isActive()) return;
      if (!isStored) await createJob(store, { id }, new Date());
      isStored = true;
      if (isRequested) {
        isRequested = false;
        await requestJob(store, { id }, new Date()).catch((error: unknown) => {
          isRequested = true;
          throw error;
        });
      }
      await runner.run(job, { signal, isDueOnly: true });
    },
    report: (cause) => job.report(cause),
  });
  return {
    stop: worker.stop,
    wake() {
      isRequested = true;
      worker.wake();
    },
  };
}
