/** Counting API calls: in memory first, so that a call waits for no query, and stored twice a second. */
import { v7 as uuid } from "uuid";
import { USAGE_FLUSH_ACCOUNTS, USAGE_FLUSH_MS } from "~/domain/payment-limits";
import type { CountedCalls } from "~/models/usage.server";
import type { App } from "../platform/app.server";
import type { UsageCounter } from "../platform/workers.server";
import { createUsageTotals, toDay, toDayText } from "./usage-totals.server";

export interface UsageDependencies extends Pick<App, "store"> {
  log: Pick<App["log"], "error">;
  /** How long counts stay in memory at most, in milliseconds. */
  every?: number;
  now?: () => number;
}

/** Starts counting. While there are no calls, it does nothing. */
export function startUsage({
  every = USAGE_FLUSH_MS,
  now = Date.now,
  store,
  log,
}: UsageDependencies): UsageCounter {
  const totals = createUsageTotals(store);
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
      // What failed before goes first. Meanwhile the later calls stay together, however long it takes.
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
    countCall(accountId) {
      tally.count(accountId);
      schedule();
    },
    getCallsSince: (accountId, day) => totals.getSince(accountId, day) + tally.get(accountId),
    getUnstoredCalls: tally.get,
    listPlans: totals.listPlans,
    flush,
    stop: () => flush().then(() => clearTimeout(timer)),
  };
}

/** The calls that are in memory only. */
function createTally(now: () => number) {
  /** The calls of one day, by account. */
  let counts = new Map<string, number>();
  let day = toDay(now());
  /** Counts that are being stored. They keep their ids, so that a repeated attempt stores none of them twice. */
  let waiting: CountedCalls[] = [];

  /** Ends the current counts, and begins those of today. */
  function putAside(): void {
    for (const [accountId, calls] of counts)
      waiting.push({ id: uuid(), accountId, calls, day: toDayText(day) });
    counts = new Map();
    day = toDay(now());
  }

  return {
    putAside,
    count(accountId: string): void {
      if (toDay(now()) !== day) putAside();
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    },
    get: (accountId: string) =>
      waiting.reduce(
        (sum, counted) => (counted.accountId === accountId ? sum + counted.calls : sum),
        counts.get(accountId) ?? 0,
      ),
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
  return waiting.slice(0, Math.min(other === -1 ? waiting.length : other, USAGE_FLUSH_ACCOUNTS));
}
