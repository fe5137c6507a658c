/** Counting API calls: in memory first, so that a call waits for no query, and stored twice a second. */
import { setTimeout as wait } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { minutes } from "~/domain/limits";
import type { CountedCalls } from "~/models/api-call.server";
import type { App } from "~/services/platform/app.server";
import type { CountedCall, ApiCallCounter } from "~/services/platform/workers.server";
import { createApiCallTotals, toDay, toDayText } from "./api-call-totals.server";

/** A crash loses the calls of this time, and of the write itself. */
export const API_CALL_FLUSH_MS = 500;
/** Accounts that one transaction stores. */
const FLUSH_ACCOUNTS = 100;

interface CounterDependencies extends Pick<App, "store"> {
  log: Pick<App["log"], "error">;
  /** How long counts stay in memory at most, in milliseconds. */
  every?: number;
  now?: () => number;
}

/** Starts counting. While there are no calls, it does nothing. */
export function startApiCallCounter({
  every = API_CALL_FLUSH_MS,
  now = Date.now,
  store,
  log,
}: CounterDependencies): ApiCallCounter {
  const totals = createApiCallTotals(store);
  const tally = createTally(now);
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();
  let hasFailed = false;

  const schedule = () => {
    timer ??= setTimeout(() => void flush(), every).unref();
  };

  async function storeAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    try {
      // Calls that could not be stored before go first. Meanwhile the later calls of a minute stay together.
      await tally.store(totals.add);
      tally.putAside();
      await tally.store(totals.add);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.error({ err: error }, "the counted API calls could not be stored");
      hasFailed = true;
      schedule();
    }
  }

  const flush = () => (flushing = flushing.then(storeAll));

  return {
    countApiCall(call) {
      tally.count(call);
      schedule();
    },
    getCallsSince: (accountId, day) => totals.getSince(accountId, day) + tally.get(accountId),
    getUnstoredCalls: tally.get,
    listPlans: totals.listPlans,
    flush,
    flushEverywhere: () => flush().then(() => !hasFailed && wait(every * OTHERS_FLUSHED_AFTER, true)),
    stop: () => flush().then(() => clearTimeout(timer)),
  };
}

/** How long it takes until another process has stored what it has counted, in times of `every`: its timer and the write. */
const OTHERS_FLUSHED_AFTER = 2;

/** The calls that are in memory only. */
function createTally(now: () => number) {
  /** The calls of one minute, by account and plan, each with the time of the first one. */
  let counts = new Map<string, Map<string, { calls: number; firstAt: number }>>();
  let minute = toMinute(now());
  /** Counts that are being stored. They keep their ids, so that a repeated attempt stores none of them twice. */
  let waiting: CountedCalls[] = [];

  /** Ends the current counts, and begins those of this minute. */
  function putAside(): void {
    for (const [accountId, byPlan] of counts)
      for (const [planId, { calls, firstAt }] of byPlan) {
        const day = toDayText(toDay(firstAt));
        waiting.push({ id: uuid(), accountId, planId, calls, createdAt: new Date(firstAt), day });
      }
    counts = new Map();
    minute = toMinute(now());
  }

  function find({ accountId, planId }: CountedCall, at: number) {
    const byPlan = counts.get(accountId) ?? new Map<string, { calls: number; firstAt: number }>();
    const count = byPlan.get(planId) ?? { calls: 0, firstAt: at };
    counts.set(accountId, byPlan.set(planId, count));
    return count;
  }

  return {
    putAside,
    count(call: CountedCall): void {
      const at = now();
      // The provider adds up by the minute: the calls of two stay apart, also while they cannot be stored.
      if (toMinute(at) !== minute) putAside();
      find(call, at).calls += 1;
    },
    get(accountId: string): number {
      let sum = 0;
      for (const { calls } of counts.get(accountId)?.values() ?? []) sum += calls;
      return waiting.reduce((all, next) => (next.accountId === accountId ? all + next.calls : all), sum);
    },
    /** Stores what was put aside, batch by batch. */
    async store(add: (batch: readonly CountedCalls[]) => Promise<void>): Promise<void> {
      while (waiting.length > 0) {
        const batch = takeBatch(waiting);
        await add(batch);
        waiting = waiting.slice(batch.length);
      }
    },
  };
}

/** The first counts that one transaction stores. All of them have the same day. */
function takeBatch(waiting: readonly CountedCalls[]): CountedCalls[] {
  const other = waiting.findIndex((counted) => counted.day !== waiting[0]?.day);
  return waiting.slice(0, Math.min(other === -1 ? waiting.length : other, FLUSH_ACCOUNTS));
}

function toMinute(time: number): number {
  return Math.floor(time / minutes(1));
}
