/**
 * Jobs with Redis: BullMQ wakes them, keeps their schedules and chooses the process. Each job has a queue of its own, so
 * that a slow one delays no other. While Redis is away, each process runs the jobs itself, as without Redis.
 */
import type * as bullmq from "bullmq";
import type { Redis } from "ioredis";
import { type JobName, JOB_LEASE_MS, JOB_RETRY_WAITS_MS } from "~/domain/jobs";
import type { Log } from "~/log.server";
import { minutes, seconds } from "~/domain/limits";
import { createRepeated, startWorker } from "../workers.server";
import type { Job, RunningJobs } from "./jobs.server";
import { startProcessJobs, type ProcessJobsOptions } from "./process-jobs.server";

/** With Redis, how often a job that keeps its schedule is looked at. */
const JOB_DUE_CHECK_MS = minutes(1);
/** How often a process checks whether Redis can be reached, and has every schedule. */
const QUEUE_CHECK_EVERY_MS = seconds(5);
/** A schedule that has been due for this long, or that a clock ahead has put off by as much, is made again. */
const QUEUE_SCHEDULE_OFF_MS = minutes(1);
/** How long a process that stops waits for the queue to be closed; Redis may be away. */
const QUEUE_CLOSE_TIMEOUT_MS = seconds(2);
/** How often one run may be lost with its process before it counts as failed. */
const QUEUE_STALLED_MAX = 10;
/** How many failed runs, and how many entries of its log, Redis keeps of each job. */
const QUEUE_FAILED_KEPT = 20;
const QUEUE_LOG_LENGTH = 100;

/** As BullMQ asks for them: a command of a request fails soon, and a worker waits until Redis is back. */
export interface QueueConnections {
  commands: Redis;
  workers: Redis;
}

interface QueueJobsOptions extends ProcessJobsOptions {
  connections: QueueConnections;
  /** Begins the names of all keys, so that installations that share a Redis never mix. */
  prefix: string;
  log: Pick<Log, "info" | "warn">;
  /** After how long a job of a process that died goes to another, in milliseconds. */
  leaseMs?: number;
  retryWaits?: readonly number[];
  /** How often to look whether Redis can be reached and has every schedule, in milliseconds. */
  checkEveryMs?: number;
}

type Bull = typeof bullmq;

/** One job with its queue. */
interface OpenQueue {
  job: Job;
  queue: bullmq.Queue;
  worker: bullmq.Worker;
}

export function startQueueJobs(jobs: readonly Job[], options: QueueJobsOptions): RunningJobs {
  const { connections, log, checkEveryMs: every = QUEUE_CHECK_EVERY_MS } = options;
  const stopped = new AbortController();
  const runs = new Set<Promise<unknown>>();
  let contact: "none" | "made" | "lost" = "none";
  let queues: Map<JobName, OpenQueue> | null = null;
  const local = startProcessJobs(jobs, { ...options, isActive: () => contact === "lost" });

  /** Opens the queues at the first contact, and afterwards repairs what a flushed Redis has lost. */
  async function check(): Promise<void> {
    if (connections.commands.status !== "ready") throw new Error("Redis is not connected");
    queues ??= await openQueues(jobs, { ...options, stopped: stopped.signal, runs });
    for (const open of queues.values()) await restoreSchedule(open);
    // As every start of a process does. Processes that start together do it once.
    for (const { job, queue } of contact === "none" ? queues.values() : [])
      await queue.add(job.name, {}, { delay: job.firstAfter, deduplication: { id: "start" } });
    if (contact !== "made") log.info({ jobs: jobs.length }, "the jobs are queued in Redis");
    contact = "made";
  }

  function loseContact(cause: unknown): false {
    if (contact !== "lost")
      log.warn({ err: cause }, "Redis is away: this process runs the jobs itself meanwhile");
    contact = "lost";
    return false;
  }

  /** Queues a run. Where Redis cannot be reached, this process runs the job. */
  async function addWake(name: JobName): Promise<void> {
    if (stopped.signal.aborted) return;
    const queue = contact === "made" ? queues?.get(name)?.queue : undefined;
    const isQueued = queue !== undefined && (await queueWake(queue).catch(loseContact));
    if (!isQueued) local.wake(name);
  }

  const wakes = new Map(jobs.map(({ name }) => [name, createRepeated(() => addWake(name))]));
  // The first check follows the connection, or finds that there is none.
  const checking = startWorker({ run: check, every, firstAfter: every, report: loseContact });
  connections.commands.on("ready", checking.wake);
  return {
    wake: (name) => void wakes.get(name)?.request(),
    async stop() {
      await checking.stop();
      stopped.abort();
      // While Redis is away, there is nothing to give back to it, and its leases end by themselves.
      const waitMs = contact === "made" ? QUEUE_CLOSE_TIMEOUT_MS : 0;
      const closing = closeQueues(queues?.values() ?? [], waitMs);
      await Promise.all([local.stop(), ...runs]);
      await closing;
      connections.commands.disconnect();
      connections.workers.disconnect();
    },
  };
}

/** Many wakes are one run. */
async function queueWake(queue: bullmq.Queue): Promise<true> {
  await queue.add(queue.name, {}, { deduplication: { id: "wake" } });
  return true;
}

interface OpenQueueOptions extends QueueJobsOptions {
  stopped: AbortSignal;
  /** The runs of this process. */
  runs: Set<Promise<unknown>>;
}

/** Loads BullMQ, and starts to work. */
async function openQueues(jobs: readonly Job[], options: OpenQueueOptions): Promise<Map<JobName, OpenQueue>> {
  const bull = await import("bullmq");
  return new Map(jobs.map((job) => [job.name, openQueue(bull, job, options)]));
}

function openQueue(bull: Bull, job: Job, options: OpenQueueOptions): OpenQueue {
  const { connections, prefix, leaseMs = JOB_LEASE_MS, retryWaits = JOB_RETRY_WAITS_MS } = options;
  const queue = new bull.Queue(job.name, {
    connection: connections.commands,
    prefix,
    streams: { events: { maxLen: QUEUE_LOG_LENGTH } },
    defaultJobOptions: toJobOptions(job, retryWaits),
  });
  const worker = new bull.Worker(job.name, createProcessor(bull, job, { leaseMs, ...options }), {
    connection: connections.workers,
    prefix,
    lockDuration: leaseMs,
    stalledInterval: leaseMs,
    maxStalledCount: QUEUE_STALLED_MAX,
    settings: { backoffStrategy: (attempts) => retryWaits[attempts - 1] ?? 0 },
  });
  // Both report each failed attempt to reconnect. The check notices it as well, and logs it once.
  queue.on("error", () => undefined);
  worker.on("error", () => undefined);
  return { job, queue, worker };
}

/** Lets Redis keep failed runs for tools that show queues; mission control reads the database. */
function toJobOptions({ every, isExclusive, keepsSchedule }: Job, retryWaits: readonly number[]) {
  // Jobs with a due time in the database are looked at often anyway.
  const waits = isExclusive && !keepsSchedule ? retryWaits.filter((wait) => wait < every) : [];
  return {
    attempts: waits.length + 1,
    backoff: { type: "custom" },
    removeOnComplete: true,
    removeOnFail: { count: QUEUE_FAILED_KEPT },
  };
}

function createProcessor(
  { DelayedError }: Bull,
  job: Job,
  { runner, stopped, runs, leaseMs }: OpenQueueOptions & { leaseMs: number },
) {
  return async (queued: bullmq.Job, token?: string): Promise<void> => {
    const postpone = async (until: number) => {
      await queued.moveToDelayed(until, token);
      throw new DelayedError();
    };
    // This process is stopping, and gives the job back.
    if (stopped.aborted) return postpone(Date.now());
    // From now on a wake queues the next run, because this one may have looked for work already when it comes.
    if (queued.deduplicationId !== undefined) await queued.removeDeduplicationKey();
    const isDueOnly = job.keepsSchedule === true && queued.deduplicationId !== "wake";
    const run = runner.run(job, { signal: stopped, isDueOnly });
    runs.add(run);
    const outcome = await run.finally(() => runs.delete(run));
    // A process that Redis has forgotten, or that died, has the job for at most the length of its lease.
    if (outcome.kind === "held" && !isDueOnly) return postpone(Date.now() + leaseMs);
    if (outcome.kind === "failed") throw toError(outcome.cause);
  };
}

/** Makes the schedule, unless it exists as declared and goes on. A flushed Redis has lost it. */
async function restoreSchedule({ job, queue }: OpenQueue): Promise<void> {
  const { name, isExclusive } = job;
  const every = job.keepsSchedule ? Math.min(job.every, JOB_DUE_CHECK_MS) : job.every;
  if (isExclusive) await queue.setGlobalConcurrency(1);
  const known = await queue.getJobScheduler(name);
  const dueInMs = (known?.next ?? Infinity) - Date.now();
  const isOnTime = Math.abs(dueInMs) <= every + QUEUE_SCHEDULE_OFF_MS;
  if (known?.every === every && isOnTime) return;
  // Only a new one begins now.
  if (known && !isOnTime) await queue.removeJobScheduler(name);
  await queue.upsertJobScheduler(name, { every }, { name });
}

/** Redis may have gone just now, and then the connections are closed without an answer. */
async function closeQueues(opened: Iterable<OpenQueue>, waitMs: number): Promise<void> {
  const closing = Promise.all(
    Array.from(opened, async ({ queue, worker }) => {
      await worker.close();
      await queue.close();
    }),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, waitMs)));
  await Promise.race([closing.catch(() => undefined), late]);
  clearTimeout(timer);
}

function toError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
