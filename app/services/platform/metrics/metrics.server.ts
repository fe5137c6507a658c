/** The metrics that Prometheus reads at /metrics: counts of this process, and numbers that are read when it asks. */
import type { FailedAttempt } from "~/domain/errors";
import type { OpenStore } from "~/models/store/database";
import { seconds } from "~/domain/limits";
import type { Machine } from "./machine.server";
import type { Meters, ServedRequest } from "./meters.server";

/** The library is loaded this long after the start, so that the first requests do not wait for it. */
const METRICS_LOADED_AFTER_MS = seconds(1);
/** The counts that are kept until the library is loaded; more are left out. */
const METRICS_KEPT_MAX = 10_000;
/** The latest answers with an error of the server that mission control lists. */
const SERVER_ERRORS_SHOWN = 20;

export interface Metrics {
  countRequest(request: ServedRequest): void;
  /** A session was started after a sign-in. */
  countSignIn(): void;
  countFailedAttempt(event: FailedAttempt["event"]): void;
  /** The payment provider reported that a payment failed. */
  countFailedPayment(): void;
  /** The answers of this process with a status from 500 on. */
  readServerErrors(): ServerErrors;
  /** All metrics as text, in the format that the content type names. Answers without the database when it is away. */
  scrape(): Promise<{ contentType: string; body: string }>;
}

export interface ServerErrors {
  count: number;
  /** When this process began to count. */
  since: Date;
  /** The latest, newest first, at most SERVER_ERRORS_SHOWN. */
  latest: readonly (Omit<ServedRequest, "seconds"> & { at: Date })[];
}

/**
 * Counting calls the library, which is loaded a little after the start: loading it takes 15 ms. What is counted before is
 * kept, and counted then. `process` is the number of this process among several of its host.
 */
export function createMetrics(
  store: OpenStore,
  { process = null, machine = null }: { process?: number | null; machine?: Machine | null } = {},
): Metrics {
  let meters: Meters | null = null;
  let kept: ((meters: Meters) => void)[] = [];
  let loading: Promise<Meters> | undefined;

  const errors = createErrorLog();

  const load = async (): Promise<Meters> => {
    const { createMeters } = await import("./meters.server");
    const loaded = createMeters(store, { process, machine });
    for (const count of kept) count(loaded);
    kept = [];
    return (meters = loaded);
  };
  const loadOnce = () => (loading ??= load());
  const count = (record: (meters: Meters) => void) => {
    if (meters) record(meters);
    else if (kept.length < METRICS_KEPT_MAX) kept.push(record);
  };
  setTimeout(() => void loadOnce(), METRICS_LOADED_AFTER_MS).unref();
  return {
    readServerErrors: () => errors.read(),
    countRequest(request) {
      if (request.status >= 500) errors.add(request);
      // Without a closure in the usual case.
      if (meters) meters.countRequest(request);
      else count((loaded) => loaded.countRequest(request));
    },
    countSignIn: () => count(({ signIns }) => signIns.inc()),
    countFailedAttempt: (event) => count(({ failedAttempts }) => failedAttempts.inc({ event })),
    countFailedPayment: () => count(({ failedPayments }) => failedPayments.inc()),
    scrape: async () => (await loadOnce()).scrape(),
  };
}

function createErrorLog() {
  const since = new Date();
  let count = 0;
  let latest: ServerErrors["latest"] = [];
  return {
    add({ method, route, status, requestId }: ServedRequest) {
      count += 1;
      latest = [{ method, route, status, requestId, at: new Date() }, ...latest].slice(
        0,
        SERVER_ERRORS_SHOWN,
      );
    },
    read: (): ServerErrors => ({ count, since, latest }),
  };
}
