/** Work outside of requests: how it is run, and what requests know of it. */
import type { PlanRow } from "~/models/plan.server";
import { minutes } from "~/domain/limits";

/** The same failure of a job is logged at most this often. */
const JOB_FAILURE_LOGGED_EVERY_MS = minutes(30);

/** Work that is repeated until it is stopped. */
export interface Worker {
  /** Starts to do what is due. Returns immediately and never throws. */
  wake(): void;
  /** Starts no further step. Resolves when the current one is done. */
  stop(): Promise<void>;
}

/** Who pays for a call, and on which plan: the one that the account has when it makes the call, or NO_PLAN. */
export interface CountedCall {
  accountId: string;
  planId: string;
}

/** Counts API calls in memory, and stores the counts twice a second (app/services/billing/api-calls/api-call-counter.server.ts). */
export interface ApiCallCounter {
  /** Counts one API call. Sends no query. */
  countApiCall(call: CountedCall): void;
  /**
   * The account's calls since this day, YYYY-MM-DD, at most API_CALL_PERIOD_DAYS ago. Sends no query: the calls that other
   * processes counted may be missing.
   */
  getCallsSince(accountId: string, day: string): number;
  /** The calls that this process has counted today and not stored yet. */
  getUnstoredCalls(accountId: string): number;
  /** The plans as they were a short while ago; none right after the start. */
  listPlans(): readonly PlanRow[];
  /** Stores what was counted so far. Never throws: counts that cannot be stored are kept. */
  flush(): Promise<void>;
  /** The same, and waits until the other processes have stored theirs. False when this one's could not be stored. */
  flushEverywhere(): Promise<boolean>;
  /** Stores what was counted, and stops. */
  stop(): Promise<void>;
}

/** The counted use of one key that is not stored yet. */
export interface UnstoredKeyUse {
  usedAt: Date;
  ip: string;
  /** By day, as YYYY-MM-DD. */
  calls: ReadonlyMap<string, number>;
}

/** Remembers who used an API key and when, and stores it at most once a minute (app/services/keys/key-use.server.ts). */
export interface KeyUseRecorder {
  /** Counts one call with the key. Sends no query. */
  record(call: { keyId: string; accountId: string; ip: string }): void;
  /** The use that this process has not stored yet; undefined when all of it is stored. */
  getUnstored(keyId: string): UnstoredKeyUse | undefined;
  /** Stores what was counted so far. Never throws: what cannot be stored is kept. */
  flush(): Promise<void>;
  /** Stores what was counted, and stops. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  /** Does what is due. It ends early when `signal` is aborted. */
  run: (signal: AbortSignal) => Promise<void>;
  /** How often to look for due work without being woken, in milliseconds. */
  every: number;
  /** How long the first look waits, in milliseconds, unless the worker is woken before; by default not at all. */
  firstAfter?: number;
  /** Receives an error once, and not at every round that fails for the same reason. */
  report: (cause: unknown) => void;
}

/** Runs the work after `firstAfter`, whenever it is woken, and every `every` milliseconds; never twice at the same time. */
export function startWorker({ run, every, firstAfter = 0, report }: WorkerOptions): Worker {
  const stopped = new AbortController();
  const failures = createFailureLog(report);
  const work = createRepeated(async () => {
    if (stopped.signal.aborted) return;
    try {
      await run(stopped.signal);
      failures.succeed();
    } catch (cause) {
      failures.fail(cause);
    }
  });
  const wake = () => void work.request();
  const timer = setInterval(wake, every);
  timer.unref();
  const first = firstAfter > 0 ? setTimeout(wake, firstAfter).unref() : undefined;
  if (!first) wake();
  return {
    wake,
    async stop() {
      stopped.abort();
      clearInterval(timer);
      clearTimeout(first);
      await work.request();
    },
  };
}

interface Repeated {
  /** Resolves when nothing is requested any more. Rejects with what the work throws. */
  request(): Promise<void>;
  /** Whether the work runs again as soon as it ends. */
  isRequested(): boolean;
}

/** Runs the work when it is requested, and once more when it is requested while it runs; never twice at the same time. */
export function createRepeated(run: () => Promise<void>): Repeated {
  let running: Promise<void> | null = null;
  let isRequested = false;

  async function runAll(): Promise<void> {
    try {
      // Requested while it ran, perhaps after its last look for due work.
      while (isRequested) {
        isRequested = false;
        await run();
      }
    } finally {
      running = null;
    }
  }

  return {
    async request() {
      isRequested = true;
      await (running ??= runAll());
    },
    isRequested: () => isRequested,
  };
}

/** Passes a failure on, unless it is the same as the one before and that was passed on a short while ago. */
export function createFailureLog(report: (cause: unknown) => void) {
  let last: { text: string; at: number } | null = null;
  return {
    succeed() {
      last = null;
    },
    fail(cause: unknown) {
      const text = String(cause);
      if (last?.text === text && performance.now() - last.at < JOB_FAILURE_LOGGED_EVERY_MS) return;
      last = { text, at: performance.now() };
      report(cause);
    },
  };
}
