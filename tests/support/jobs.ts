/** Jobs in tests: one without its schedule in the database, or the processes of an installation. */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { jobEntity } from "~/models/job.server";
import { JOB_NAMES, type JobName } from "~/domain/jobs";
import type { Job, RunningJobs } from "~/services/platform/jobs/jobs.server";
import { startWorker, type Worker } from "~/services/platform/workers.server";
import { createPrefix, removeKeys, startJobsBy, type DriverOptions, type JobDriver } from "./job-drivers";
import { isRedisReached } from "./redis";
import { listReachableStores, type FreshStore } from "./stores";

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

/** For a test file: a database for its jobs, and processes that are stopped after each test. */
export function prepareJobs() {
  const running: RunningJobs[] = [];
  let fresh: FreshStore;
  let prefix: string;
  beforeAll(async () => {
    const [sqlite] = await listReachableStores();
    if (!sqlite) throw new Error("SQLite is always here");
    fresh = await sqlite.create();
  });
  afterAll(() => fresh.drop());
  beforeEach(async () => {
    prefix = createPrefix();
    for (const id of JOB_NAMES) await fresh.store.remove(jobEntity, { id });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
    if (await isRedisReached()) await removeKeys(prefix);
  });
  return {
    fresh: () => fresh,
    prefix: () => prefix,
    findRow: (id: JobName) => fresh.store.findOne(jobEntity, { id }),
    async start(driver: JobDriver, jobs: readonly Job[], given: Partial<DriverOptions> = {}) {
      const started = await startJobsBy(driver, jobs, { store: fresh.store, prefix, ...given });
      running.push(started);
      return started;
    },
  };
}
