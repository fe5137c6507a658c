/** Runs one job in a test, without its schedule in the database. */
import type { Job } from "~/services/platform/jobs/jobs.server";
import { startWorker, type Worker } from "~/services/platform/workers.server";

/** Starts the job at once, as one process of the product. By default it repeats and begins as the job declares. */
export function startJob(job: Job, { every = job.every, firstAfter = 0 } = {}): Worker {
  const worker = startWorker({
    every,
    firstAfter,
    run: (signal) => job.run(signal),
    report: (cause) => job.report(cause),
  });
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop();
      await job.finish?.();
    },
  };
}
