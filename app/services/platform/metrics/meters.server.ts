/** The metrics in Prometheus' terms: their names, types and labels. No label has a value that a client can choose. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { LATENCY_BUCKETS_SECONDS } from "~/domain/operator-limits";
import type { Store } from "~/models/store/store";
import { createDepthReader, type Depths } from "./depths.server";

export interface ServedRequest {
  method: string;
  /** The pattern of its page or call, such as `/api/user/:id`, and never its path: each pattern is a series. */
  route: string;
  status: number;
  seconds: number;
  /** What the log's lines about it have. */
  requestId: string;
}

export interface Meters {
  countRequest(request: ServedRequest): void;
  signIns: Counter;
  failedAttempts: Counter<"event">;
  failedPayments: Counter;
  scrape(): Promise<{ contentType: string; body: string }>;
}

export function createMeters(store: Store): Meters {
  const registry = new Registry();
  const counters = createCounters(registry);
  const setGauges = createGauges(registry);
  const readDepths = createDepthReader(store);
  let isWatchingProcess = false;
  return {
    ...counters,
    async scrape() {
      // Measuring the event loop wakes the process a hundred times a second: only once metrics are read at all.
      if (!isWatchingProcess) collectDefaultMetrics({ register: registry, prefix: PREFIX });
      isWatchingProcess = true;
      setGauges(await readDepths());
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}

const PREFIX = "groundwork_";

/** Clients may send any method. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

function createCounters(registry: Registry): Omit<Meters, "scrape"> {
  const registers = [registry];
  const requests = new Counter({
    name: `${PREFIX}requests_total`,
    help: "Answered requests, by the pattern of their route.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: `${PREFIX}request_duration_seconds`,
    help: "Time until the answer was sent.",
    labelNames: ["method", "route"],
    buckets: LATENCY_BUCKETS_SECONDS,
    registers,
  });
  return {
    countRequest({ method: given, route, status, seconds }) {
      const method = METHODS.has(given) ? given : "other";
      requests.inc({ method, route, status });
      durations.observe({ method, route }, seconds);
    },
    signIns: new Counter({ name: `${PREFIX}sign_ins_total`, help: "Completed sign-ins.", registers }),
    failedAttempts: new Counter({
      name: `${PREFIX}failed_attempts_total`,
      help: "Wrong passwords and codes, and requests over a rate limit.",
      labelNames: ["event"],
      registers,
    }),
    failedPayments: new Counter({
      name: `${PREFIX}failed_payments_total`,
      help: "Payments that failed, as the payment provider reported.",
      registers,
    }),
  };
}

/** Returns what sets the gauges. A number that could not be read is left out, rather than stale. */
function createGauges(registry: Registry): (depths: Depths) => void {
  const create = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: PREFIX + name, help, labelNames, registers: [registry] });
  const gauges = {
    databaseUp: create("database_up", "Whether the database answers."),
    pool: create("database_connections", "Connections to the database, and callers waiting for one.", [
      "state",
    ]),
    depth: create("queue_depth", "What is due and not done, counted up to a bound.", ["queue"]),
    lag: create("queue_lag_seconds", "Age of the oldest that is due and not done.", ["queue"]),
    jobFailures: create("job_failures", "How often a job has failed since it last succeeded.", ["job"]),
  };
  return ({ isDatabaseUp, pool, queues, jobFailures }) => {
    for (const gauge of Object.values(gauges)) gauge.reset();
    gauges.databaseUp.set(Number(isDatabaseUp));
    for (const [state, count] of Object.entries(pool)) gauges.pool.set({ state }, count);
    for (const { queue, depth, lagSeconds } of queues) {
      gauges.depth.set({ queue }, depth);
      gauges.lag.set({ queue }, lagSeconds);
    }
    for (const [job, failures] of jobFailures) gauges.jobFailures.set({ job }, failures);
  };
}
