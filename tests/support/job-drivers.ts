/** Both ways to run jobs, for one suite: by leases in the database, and queued in Redis. */
import { randomBytes } from "node:crypto";
import { connectJobQueue } from "~/boot/redis.server";
import type { JobName } from "~/domain/jobs";
import type { Store } from "~/models/store/store";
import type { Job, RunningJobs } from "~/services/platform/jobs/jobs.server";
import { startProcessJobs } from "~/services/platform/jobs/process-jobs.server";
import { startQueueJobs } from "~/services/platform/jobs/queue-jobs.server";
import { createJobRunner } from "~/services/platform/jobs/run-job.server";
import { HOUR_MS } from "../../app/services/checks/backup-check.server";
import { redisUrl } from "./redis";

/** Short, so that a test need not wait long for what a crash has left. */
const LEASE_MS = 600;
const RETRY_WAITS_MS = [30, 30, 30];
const CHECK_EVERY_MS = 100;

export type JobDriver = "leases" | "Redis";

export interface DriverOptions {
  store: Store;
  /** The prefix that processes of one installation share. */
  prefix: string;
  /** Where Redis is reached. */
  url?: string;
  onLog?: (message: string) => void;
}

/** Begins the names of the keys in Redis that a test makes. */
export const createPrefix = () => `jobs-test-${randomBytes(6).toString("hex")}`;

/** Starts one process's share of the jobs. */
export async function startJobsBy(
  driver: JobDriver,
  jobs: readonly Job[],
  { store, prefix, url = redisUrl.href, onLog = () => undefined }: DriverOptions,
): Promise<RunningJobs> {
  const runner = createJobRunner({ store, leaseMs: LEASE_MS, retryWaits: RETRY_WAITS_MS });
  if (driver === "leases") return startProcessJobs(jobs, { store, runner, pollMs: 20 });
  const write = (_about: unknown, message?: string) => onLog(String(message));
  return startQueueJobs(jobs, {
    store,
    runner,
    prefix,
    connections: await connectJobQueue(url),
    log: { info: write, warn: write },
    leaseMs: LEASE_MS,
    retryWaits: RETRY_WAITS_MS,
    checkEveryMs: CHECK_EVERY_MS,
    pollMs: 20,
  });
}

/** Removes every key of an installation, as a flushed Redis loses them. */
export async function removeKeys(prefix: string): Promise<number> {
  const { commands, workers } = await connectJobQueue(redisUrl.href);
  const keys = await workers.keys(`${prefix}:*`);
  if (keys.length > 0) await workers.del(...keys);
  commands.disconnect();
  workers.disconnect();
  return keys.length;
}

interface TestJob extends Job {
  runs: number;
  /** The most runs at the same time. */
  most: number;
  failures: unknown[];
}

interface TestJobOptions extends Partial<Omit<Job, "name" | "run">> {
  work?: (run: number, signal: AbortSignal) => Promise<void> | void;
}

/** A job that counts its runs. Without a schedule of its own it runs at the start, and when it is woken. */
export function createTestJob(name: JobName, { work, ...given }: TestJobOptions = {}): TestJob {
  let active = 0;
  const job: TestJob = {
    name,
    every: HOUR_MS,
    firstAfter: 0,
    isExclusive: true,
    report: (cause) => job.failures.push(cause),
    ...given,
    runs: 0,
    most: 0,
    failures: [],
    async run(signal) {
      job.runs += 1;
      active += 1;
      job.most = Math.max(job.most, active);
      try {
        await work?.(job.runs, signal);
      } finally {
        active -= 1;
      }
    },
  };
  return job;
}
