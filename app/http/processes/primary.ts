/** Supervises the processes that serve: starts them, starts again the ones that end, and stops all of them together. */
import cluster, { type Worker } from "node:cluster";
import { seconds, minutes } from "~/domain/limits";
import { PROCESS_KILL_AFTER_MS } from "~/domain/processes";
import type { StopManner, ToPrimary } from "./messages";
import { listRunning, send, type Place, type State, type Supervision } from "./places";
import { keepPrevious, reload } from "./reload";
import { hasTerminal } from "./terminal";

/** Waits before a process that has ended is started again; the last one repeats. */
const PROCESS_RESTART_WAITS_MS = [seconds(0.1), seconds(1), seconds(2), seconds(3)];
/** A process that has served for this long starts its next wait from the first one. */
const PROCESS_STABLE_AFTER_MS = minutes(1);

/**
 * Starts `count` processes that share one port. One that ends while the first ones start ends the program with 1; later
 * it is started again, after a wait that grows while it keeps ending.
 */
export function superviseProcesses(supervision: Supervision): void {
  const places = Array.from({ length: supervision.count }, (_, index): Place => ({
    number: index + 1,
    worker: null,
    previous: null,
    failures: 0,
    servesSince: null,
    hasBooted: false,
  }));
  const states = {
    isOpen: false,
    hasServed: false,
    isReloading: false,
    isStopping: false,
    exitCode: 0,
  };
  const state: State = { ...supervision, ...states, places };
  // Each process accepts for itself. The other policy hands connections over, and those on their way to a process that is
  // killed stay open without an answer: in a test, for as long as its client waited.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: state.program, args: [] });
  process.on("SIGTERM", () => stopAll(state, "announced"));
  process.on("SIGINT", () => stopAll(state, "at_once"));
  const isOnTerminal = hasTerminal();
  process.on("SIGHUP", () => {
    if (!isOnTerminal || hasTerminal()) void reload(state, startProcess);
    // The window has closed. Both the system and the shell send a signal then.
    else if (!state.isStopping) stopAll(state, "announced");
  });
  process.on("uncaughtException", (error) => {
    state.log.fatal({ err: error }, "an error was not caught, and ends all processes");
    state.exitCode = 1;
    if (!state.isStopping) stopAll(state, "at_once");
  });
  for (const place of places) startProcess(state, place);
}

function startProcess(state: State, place: Place): void {
  const worker = cluster.fork();
  Object.assign(place, { worker, servesSince: null, hasBooted: false });
  worker.on("error", (error) => state.log.error({ err: error }, "a process does not receive messages"));
  worker.on("message", (message: Message) => answer(state, { place, worker, message }));
  worker.on("listening", () => {
    place.servesSince = performance.now();
    if (state.hasServed || state.places.some(({ servesSince }) => servesSince === null)) return;
    state.hasServed = true;
    state.onServing();
  });
  worker.on("exit", (exitCode, signal) => handleExit(state, place, { worker, exitCode, signal }));
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
  worker: Worker;
  exitCode: number | null;
  signal: string | null;
}

function handleExit(state: State, place: Place, { worker, ...exit }: Exit): void {
  const { log } = state;
  const ended = { ended: worker.process.pid, ...exit };
  const isPrevious = worker === place.previous;
  place[isPrevious ? "previous" : "worker"] = null;
  if (state.isStopping) {
    if (listRunning(state).length === 0) void endProgram(state);
    return;
  }
  if (isPrevious) {
    log.info(ended, "a process ended, and another has its place");
    return;
  }
  if (keepPrevious(place)) {
    log.error(ended, "a process ended before it could serve, and the former one stays");
    return;
  }
  if (!state.hasServed) {
    log.fatal(ended, "a process ended before it could serve");
    killAll(state);
    process.exit(1);
  }
  const wait = getRestartWait(place);
  // One that was asked to end has ended in order.
  log[exit.exitCode === 0 ? "info" : "error"]({ ...ended, wait }, "a process ended, and is started again");
  setTimeout(() => {
    if (!state.isStopping) startProcess(state, place);
  }, wait);
}

/** In milliseconds. */
function getRestartWait(place: Place): number {
  const hasBeenStable =
    place.servesSince !== null && performance.now() - place.servesSince >= PROCESS_STABLE_AFTER_MS;
  const failures = hasBeenStable ? 0 : place.failures;
  place.failures = failures + 1;
  return PROCESS_RESTART_WAITS_MS[failures] ?? PROCESS_RESTART_WAITS_MS.at(-1) ?? 0;
}

/** Lets every process drain. A second signal ends all of them at once. */
function stopAll(state: State, manner: StopManner): void {
  if (state.isStopping) {
    killAll(state);
    process.exit(1);
  }
  state.isStopping = true;
  state.log.info({ manner }, "stopping");
  const running = listRunning(state);
  for (const worker of running) {
    if (manner === "at_once") send(worker, { kind: "stop", manner });
    // Also one that still boots, and reads no messages yet, ends by this.
    worker.process.kill("SIGTERM");
  }
  if (running.length === 0) void endProgram(state);
  // Each process ends itself after DRAIN_MS, unless it hangs.
  const delayMs = manner === "at_once" ? 0 : state.drainDelayMs;
  setTimeout(() => {
    state.log.error("a process did not stop, and is killed");
    killAll(state);
  }, delayMs + PROCESS_KILL_AFTER_MS).unref();
}

function killAll(state: State): void {
  for (const worker of listRunning(state)) worker.process.kill("SIGKILL");
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
