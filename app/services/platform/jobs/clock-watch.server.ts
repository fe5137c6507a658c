/**
 * Notices that the clock was set back, and repeats what a start does: what was scheduled and claimed while it was ahead
 * would otherwise wait until the right time reaches it. A clock that is set ahead needs nothing, because then only
 * more is due.
 */
import { setTimeout as wait } from "node:timers/promises";
import { CLOCK_SKEW_MAX_MS } from "~/domain/clock";
import { seconds, WORKERS_FIRST_AFTER_MS } from "~/domain/limits";
import type { Log } from "~/log.server";
import { bringJobForward, listJobs } from "~/models/job.server";
import type { Store } from "~/models/store/store";
import { bringWaitingTimesForward } from "~/models/waiting-times.server";
import { startWorker, type Worker } from "../workers.server";
import type { Job, Jobs } from "./jobs.server";

const CLOCK_LOOK_EVERY_MS = seconds(1);
/** A clock that is only slowed down, as NTP does, moves by less from one look to the next. */
const CLOCK_SET_BACK_MIN_MS = seconds(0.5);
/** By then the work that goes on has renewed its claims, by the right clock. */
const CLAIMS_RENEWED_AFTER_MS = seconds(6);

interface ClockWatchOptions {
  store: Store;
  jobs: Jobs;
  log: Pick<Log, "warn">;
  claimsRenewedAfterMs?: number;
}

/** Also looks, at the start, for what a process has left whose clock was ahead. */
export function startClockWatch(
  declared: readonly Job[],
  { store, jobs, log, claimsRenewedAfterMs = CLAIMS_RENEWED_AFTER_MS }: ClockWatchOptions,
): Worker {
  let isFirst = true;
  let isSetBack = false;
  let lastOffsetMs = readOffset();

  async function look(signal: AbortSignal): Promise<void> {
    const offsetMs = readOffset();
    if (offsetMs < lastOffsetMs - CLOCK_SET_BACK_MIN_MS) isSetBack = true;
    lastOffsetMs = offsetMs;
    if (isFirst) isSetBack ||= await hasRunInTheFuture(store);
    isFirst = false;
    if (!isSetBack) return;
    await wait(claimsRenewedAfterMs, undefined, { signal });
    const at = new Date();
    const rows = await bringWaitingTimesForward(store, at);
    for (const { name: id, every } of declared)
      await bringJobForward(store, { id }, new Date(at.getTime() + every));
    isSetBack = false;
    for (const { name, keepsSchedule } of declared) if (!keepsSchedule) jobs.wake(name);
    log.warn({ rows }, "the clock was set back: what waited for a time that it had shown goes on now");
  }

  return startWorker({
    every: CLOCK_LOOK_EVERY_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    run: (signal) =>
      look(signal).catch((error: unknown) => {
        // The wait has ended because the process stops.
        if (!signal.aborted) throw error;
      }),
    report: (cause) =>
      log.warn({ err: cause }, "what waits for a clock that was ahead cannot be brought forward"),
  });
}

/** How far the wall clock is from the one that nobody sets. */
function readOffset(): number {
  return Date.now() - performance.now();
}

/** Whether a job has run later than now, by more than the clocks of several machines differ. */
async function hasRunInTheFuture(store: Store): Promise<boolean> {
  const latest = new Date(Date.now() + CLOCK_SKEW_MAX_MS);
  return (await listJobs(store)).some(({ startedAt, finishedAt }) =>
    [startedAt, finishedAt].some((at) => at !== null && at > latest),
  );
}
