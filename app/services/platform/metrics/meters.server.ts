/** The metrics in Prometheus' terms: their names, types and labels. No label has a value that a client can choose. */
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { PRODUCT_VERSION } from "~/domain/product";
import { METRICS_PREFIX } from "~/domain/stored-names";
import type { OpenStore } from "~/models/store/database";
import { createDepthReader, type Depths } from "./depths.server";
import type { Machine } from "./machine.server";

/** The upper bounds of the histogram of response times, in seconds. */
const LATENCY_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface ServedRequest {
  method: string;
  /** The pattern of its page or call, such as `/api/user/:id`, and never its path: each pattern is a series. */
  route: string;
  status: number;
  seconds: number;
  /** The id in the log's lines about it. */
  requestId: string;
}

export interface Meters {
  countRequest(request: ServedRequest): void;
  signIns: Counter;
  failedAttempts: Counter<"event">;
  failedPayments: Counter;
  scrape(): Promise<{ contentType: string; body: string }>;
}

/**
 * `process` is the number of this process among those of its host; null when it is the only one. Each process then has its
 * own series, so that the end of one is no loss of another's counts; what all of them read in the database is one series.
 */
export function createMeters(
  store: OpenStore,
  { process, machine }: { process: number | null; machine: Machine | null },
): Meters {
  const [own, shared] = [new Registry(), new Registry()];
  if (process !== null) {
    own.setDefaultLabels({ process: String(process) });
    AggregatorRegistry.setRegistries([own, shared]);
    // It answers when the primary process asks.
    new AggregatorRegistry();
  }
  const counters = createCounters(own);
  createGauges({ own, shared }, createDepthReader(store, machine));
  return {
    ...counters,
    scrape: async () => ({
      contentType: own.contentType,
      body: (await own.metrics()) + (await shared.metrics()),
    }),
  };
}

/** Clients may send any method. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

function createCounters(registry: Registry): Omit<Meters, "scrape"> {
  const registers = [registry];
  const requests = new Counter({
    name: `${METRICS_PREFIX}requests_total`,
    help: "Answered requests, by the pattern of their route.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: `${METRICS_PREFIX}request_duration_seconds`,
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
    signIns: new Counter({ name: `${METRICS_PREFIX}sign_ins_total`, help: "Completed sign-ins.", registers }),
    failedAttempts: new Counter({
      name: `${METRICS_PREFIX}failed_attempts_total`,
      help: "Wrong passwords and codes, and requests over a rate limit.",
      labelNames: ["event"],
      registers,
    }),
    failedPayments: new Counter({
      name: `${METRICS_PREFIX}failed_payments_total`,
      help: "Payments that failed, as the payment provider reported.",
      registers,
    }),
  };
}

interface GaugeOptions<Label extends string> {
  name: string;
  help: string;
  labelNames?: Label[];
}

/** The gauges are read at each scrape. A number that could not be read is left out, rather than stale. */
function createGauges(
  registries: Record<"own" | "shared", Registry>,
  readDepths: () => Promise<Depths>,
): void {
  const createIn =
    (registry: Registry) =>
    <Label extends string>(
      { name, help, labelNames = [] }: GaugeOptions<Label>,
      set: (gauge: Gauge<Label>, depths: Depths) => void,
    ) =>
      new Gauge({
        name: METRICS_PREFIX + name,
        help,
        labelNames,
        registers: [registry],
        // Every process reads the same, at slightly different moments.
        aggregator: "max",
        async collect() {
          const depths = await readDepths();
          this.reset();
          // Without labels the library resets to 0, which would be a number that was never read.
          if (labelNames.length === 0) this.remove();
          set(this, depths);
        },
      });
  createOwnGauges(createIn(registries.own), () => watchProcess(registries.own));
  createSharedGauges(createIn(registries.shared));
}

type CreateGauge = <Label extends string>(
  options: GaugeOptions<Label>,
  set: (gauge: Gauge<Label>, depths: Depths) => void,
) => void;

/** `onScrape` is called at each scrape. */
function createOwnGauges(create: CreateGauge, onScrape: () => void): void {
  create({ name: "database_up", help: "Whether the database answers." }, (gauge, { isDatabaseUp }) => {
    onScrape();
    gauge.set(Number(isDatabaseUp));
  });
  create({ name: "redis_up", help: "Whether Redis answers, where it is used." }, (gauge, { machine }) => {
    if (machine.isRedisUp !== null) gauge.set(Number(machine.isRedisUp));
  });
  const help = "Connections to the database, and callers waiting for one.";
  create({ name: "database_connections", help, labelNames: ["state"] }, (gauge, { pool }) => {
    for (const [state, count] of Object.entries(pool)) gauge.set({ state }, count);
  });
}

function createSharedGauges(create: CreateGauge): void {
  const [counted, aged] = [
    "What is due and not done, counted up to a bound.",
    "Age of the oldest that is due and not done.",
  ];
  create({ name: "queue_depth", help: counted, labelNames: ["queue"] }, (gauge, { queues }) => {
    for (const { queue, depth } of queues) gauge.set({ queue }, depth);
  });
  create({ name: "queue_lag_seconds", help: aged, labelNames: ["queue"] }, (gauge, { queues }) => {
    for (const { queue, lagSeconds } of queues) gauge.set({ queue }, lagSeconds);
  });
  createMachineGauges(create);
  const help = "How often a job has failed since it last succeeded.";
  create({ name: "job_failures", help, labelNames: ["job"] }, (gauge, { jobFailures }) => {
    for (const [job, failures] of jobFailures) gauge.set({ job }, failures);
  });
}

function createMachineGauges(create: CreateGauge): void {
  create(
    { name: "mails_dead", help: "Mails that were given up, counted up to a bound." },
    (gauge, { deadMails }) => {
      if (deadMails !== null) gauge.set(deadMails);
    },
  );
  const aged = "Age of the last backup that this machine knows of.";
  create({ name: "backup_age_seconds", help: aged }, (gauge, { machine }) => {
    if (machine.backupAgeSeconds !== null) gauge.set(machine.backupAgeSeconds);
  });
  const free = "What is free for the product on the disk of the data folder.";
  create({ name: "disk_free_bytes", help: free }, (gauge, { machine }) => {
    if (machine.freeBytes !== null) gauge.set(machine.freeBytes);
  });
  const info = {
    name: "build_info",
    help: "The product's version, and that of Node.",
    labelNames: ["version", "node"],
  };
  create(info, (gauge) => gauge.set({ version: PRODUCT_VERSION, node: globalThis.process.versions.node }, 1));
}

/** Sums of gauges that are there by type; in Prometheus the ending is a counter's alone. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

/** Measuring the event loop wakes the process a hundred times a second: only once metrics are read at all. */
function watchProcess(registry: Registry): void {
  if (registry.getSingleMetric(`${METRICS_PREFIX}nodejs_eventloop_lag_seconds`)) return;
  collectDefaultMetrics({ register: registry, prefix: METRICS_PREFIX });
  for (const name of MISNAMED) registry.removeSingleMetric(METRICS_PREFIX + name);
}
