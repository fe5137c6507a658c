/** Replaces the processes that serve, one by one, while the port stays open. */
import type { Worker } from "node:cluster";
import { PROCESS_KILL_AFTER_MS } from "~/domain/processes";
import { send, type Place, type State } from "./places";

/**
 * Starts another process for each place and then ends the previous one, so there is always one more and never one less. Ends
 * early when a process cannot start, of which the previous ones know nothing, and when the program stops.
 */
export async function reload(
  state: State,
  startProcess: (state: State, place: Place) => void,
): Promise<void> {
  const { log } = state;
  if (state.isStopping) return;
  if (!state.hasServed || state.isReloading) {
    log.info("no reload: the processes are being started");
    return;
  }
  state.isReloading = true;
  log.info("reloading");
  let replaced = 0;
  for (const place of state.places) {
    if (!(await replaceProcess(state, place, startProcess))) break;
    replaced += 1;
  }
  state.isReloading = false;
  if (replaced === state.places.length) log.info("reloaded");
  else log[mayContinue(state) ? "error" : "info"]({ replaced }, "the reload ended early");
}

/** Whether the place has another process that serves. */
async function replaceProcess(
  state: State,
  place: Place,
  startProcess: (state: State, place: Place) => void,
): Promise<boolean> {
  const previous = place.worker;
  // One that has just ended is being started again anyway.
  if (!previous || place.servesSince === null) return true;
  place.previous = previous;
  startProcess(state, place);
  if (!(await startsToServe(place.worker))) return false;
  // In a stop, all of them have to end already.
  await endPrevious(state, previous);
  return mayContinue(state);
}

function mayContinue({ isStopping }: State): boolean {
  return !isStopping;
}

function startsToServe(worker: Worker | null): Promise<boolean> {
  return new Promise((resolve) => {
    worker?.once("listening", () => resolve(true)).once("exit", () => resolve(false));
  });
}

async function endPrevious({ log, drainDelayMs }: State, previous: Worker): Promise<void> {
  if (previous.isDead()) return;
  const ended = new Promise((resolve) => previous.once("exit", resolve));
  send(previous, { kind: "stop", manner: "replaced" });
  const killing = setTimeout(() => {
    log.error("a process did not stop, and is killed");
    previous.process.kill("SIGKILL");
  }, drainDelayMs + PROCESS_KILL_AFTER_MS);
  await ended;
  clearTimeout(killing);
}

/** Gives the place back to the process that was to be replaced, when the other one has ended before it served. */
export function keepPrevious(place: Place): boolean {
  if (!place.previous || place.servesSince !== null) return false;
  Object.assign(place, {
    worker: place.previous,
    previous: null,
    servesSince: performance.now(),
    hasBooted: true,
  });
  return true;
}
