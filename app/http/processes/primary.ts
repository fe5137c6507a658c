/** Supervises the processes that serve: starts them, starts again the ones that end, and stops all of them together. */
import cluster, { type Worker } from "node:cluster";
import {
  PROCESS_KILL_AFTER_MS,
  PROCESS_RESTART_WAITS_MS,
  PROCESS_STABLE_AFTER_MS,
} from "~/domain/process-limits";
import type { Log } from "~/log.server";
import type { SandboxPorts, ToPrimary, ToWorker } from "./messages";

export interface Supervision {
  /** How many processes serve. */
  count: number;
  /** The file that each of them runs. */
  program: string;
  ports: SandboxPorts;
  log: Pick<Log, "info" | "error" | "fatal">;
  /** Runs once, when all of them serve for the first time. */
  onServing(): void;
  /** Runs when all of them have ended. */
  close(): Promise<void>;
}

/** One of the processes, which keeps its place when it is replaced. */
interface Place {
  /** From 1 on. */
  number: number;
  worker: Worker | null;
  /** How often in a row it has ended soon after its start. */
  failures: number;
  servesSince: number | null;
  hasBooted: boolean;
}

interface State extends Supervision {
  places: Place[];
  isOpen: boolean;
  hasServed: boolean;
  isStopping: boolean;
  exitCode: number;
}

/**
 * Starts `count` processes that share one port. One that ends while the first ones start ends the program with 1; later
 * it is started again, after a wait that grows while it keeps ending.
 */
export function superviseProcesses(supervision: Supervision): void {
  const places = Array.from({ length: supervision.count }, (_, index): Place => ({
    number: index + 1,
    worker: null,
    failures: 0,
    servesSince: null,
    hasBooted: false,
  }));
  const states = { isOpen: false, hasServed: false, isStopping: false, exitCode: 0 };
  const state: State = { ...supervision, ...states, places };
  // Each process accepts for itself. The other policy hands connections over, and those on their way to a process that is
  // killed stay open without an answer: in a test, for as long as its client waited.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: state.program, args: [] });
  const stop = () => stopAll(state);
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("uncaughtException", (error) => {
    state.log.fatal({ err: error }, "an error was not caught, and ends all processes");
    state.exitCode = 1;
    if (!state.isStopping) stopAll(state);
  });
  for (const place of places) startProcess(state, place);
}

function startProcess(state: State, place: Place): void {
  const worker = cluster.fork();
  Object.assign(place, { worker, servesSince: null, hasBooted: false });
  worker.on("error", (error) => state.log.error({ err: error }, "a process does not receive messages"));
  worker.on("message", (message: Message) => answer(state, { place, worker, message }));
  worker.on("listening", () => {
    place.servesSince = Date.now();
    if (state.hasServed || state.places.some(({ servesSince }) => servesSince === null)) return;
    state.hasServed = true;
    state.onServing();
  });
  worker.on("exit", (exitCode, signal) => handleExit(state, place, { exitCode, signal }));
}

/** The library for metrics sends messages of its own, which are of no kind. */
type Message = ToPrimary | { kind?: undefined };

function answer(
  state: State,
  { place, worker, message }: { place: Place; worker: Worker; message: Message },
): void {
  if (message.kind === "joined") {
    send(worker, { kind: "start", ports: state.ports, number: place.number });
  } else if (message.kind === "booted") {
    place.hasBooted = true;
    openWhenAllBooted(state, worker);
  } else if (message.kind === "scrape") {
    const { id } = message;
    void readMetrics(state).then((metrics) => send(worker, { kind: "metrics", id, metrics }));
  }
}

/** Null when a process did not answer. */
async function readMetrics({ log }: State): Promise<string | null> {
  try {
    const { readAllMetrics } = await import("./all-metrics");
    return await readAllMetrics();
  } catch (error) {
    log.error({ err: error }, "the metrics of all processes could not be read");
    return null;
  }
}

/** A process that replaces another one serves at once. */
function openWhenAllBooted(state: State, booted: Worker): void {
  if (state.isOpen) {
    send(booted, { kind: "listen" });
    return;
  }
  if (state.places.some(({ hasBooted }) => !hasBooted)) return;
  state.isOpen = true;
  for (const { worker } of state.places) if (worker) send(worker, { kind: "listen" });
}

interface Exit {
  exitCode: number | null;
  signal: string | null;
}

function handleExit(state: State, place: Place, exit: Exit): void {
  const { log, places } = state;
  const ended = { ended: place.worker?.process.pid, ...exit };
  place.worker = null;
  if (state.isStopping) {
    if (places.every(({ worker }) => worker === null)) void endProgram(state);
    return;
  }
  if (!state.hasServed) {
    log.fatal(ended, "a process ended before it could serve");
    killAll(state);
    process.exit(1);
  }
  const wait = getRestartWait(place);
  log.error({ ...ended, wait }, "a process ended, and is started again");
  setTimeout(() => {
    if (!state.isStopping) startProcess(state, place);
  }, wait);
}

/** In milliseconds. */
function getRestartWait(place: Place): number {
  const hasBeenStable =
    place.servesSince !== null && Date.now() - place.servesSince >= PROCESS_STABLE_AFTER_MS;
  const failures = hasBeenStable ? 0 : place.failures;
  place.failures = failures + 1;
  return PROCESS_RESTART_WAITS_MS[failures] ?? PROCESS_RESTART_WAITS_MS.at(-1) ?? 0;
}

/** Lets every process drain. A second signal ends all of them at once. */
function stopAll(state: State): void {
  if (state.isStopping) {
    killAll(state);
    process.exit(1);
  }
  state.isStopping = true;
  state.log.info("stopping");
  const running = state.places.flatMap(({ worker }) => worker ?? []);
  for (const worker of running) worker.process.kill("SIGTERM");
  if (running.length === 0) void endProgram(state);
  // Each process ends itself after DRAIN_MS, unless it hangs.
  setTimeout(() => {
    state.log.error("a process did not stop, and is killed");
    killAll(state);
  }, PROCESS_KILL_AFTER_MS).unref();
}

function killAll({ places }: State): void {
  for (const { worker } of places) worker?.process.kill("SIGKILL");
}

function endProgram({ close, log, exitCode }: State): Promise<void> {
  return close().then(
    () => process.exit(exitCode),
    (error: unknown) => {
      log.error({ err: error }, "could not stop cleanly");
      process.exit(1);
    },
  );
}

/** A process that is ending receives nothing more, which its exit then reports. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}
