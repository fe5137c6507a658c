/** Ends a process gracefully: it says that it leaves, lets the running requests end, and then closes the stores. */
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { DRAIN_MS, seconds } from "~/domain/limits";
import type { StopManner } from "~/http/processes/messages";
import type { Primary } from "~/http/processes/worker";
import type { Log } from "~/log.server";
import { watchRequests } from "./open-requests";

/** How long a process may still serve its open requests after an error that nothing has caught. */
const UNCAUGHT_DRAIN_MS = seconds(3);
/** How often connections without a request are closed while the server drains. */
const DRAIN_IDLE_EVERY_MS = seconds(0.1);

export interface Stopping {
  /** Whether a balancer is to send no more requests here. */
  isStopping(): boolean;
}

export interface StopOptions {
  log: Pick<Log, "info" | "warn" | "error" | "fatal">;
  close: () => Promise<void>;
  /** The primary that stops this process; null for a process alone. */
  primary: Pick<Primary, "onStop"> | null;
  /** How long it goes on accepting after its health check has announced that it leaves. */
  drainDelayMs: number;
}

/**
 * A process alone stops on SIGTERM and SIGHUP as `announced`, on SIGINT `at_once`, and on a second signal it exits at once
 * with 1. A supervised one stops on SIGTERM and as its primary says, once: a terminal and systemd signal every process of
 * the group. An error that nothing has caught is logged and ends the process as well, with 1 and within
 * UNCAUGHT_DRAIN_MS: what it left half done is not known.
 */
export function stopInOrder(server: Server, options: StopOptions): Stopping {
  const { log, primary } = options;
  const leaving = createLeaving(server, options);
  const stopOrExit = (manner: StopManner) => (leaving.hasStarted() ? leaving.exit(1) : leaving.stop(manner));
  if (primary) {
    primary.onStop(leaving.stop);
    process.on("SIGTERM", () => leaving.stop("announced"));
    // The primary received them as well.
    for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
  } else {
    process.on("SIGTERM", () => stopOrExit("announced"));
    process.on("SIGINT", () => stopOrExit("at_once"));
    // When a terminal closes, both the system and the shell send one.
    process.on("SIGHUP", () => leaving.stop("announced"));
  }
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error was not caught, and ends this process");
    leaving.fail();
  });
  return { isStopping: leaving.isAnnounced };
}

/** The way of a process from serving to its exit, which goes in one direction. */
function createLeaving(server: Server, { log, close, drainDelayMs }: Omit<StopOptions, "primary">) {
  const requests = watchRequests(server);
  let stage: "serving" | "leaving" | "draining" = "serving";
  let isAnnounced = false;
  let exitCode = 0;
  const exit = (code: number) => {
    const requestsCut = requests.count();
    if (requestsCut > 0) log.warn({ requestsCut }, "stopped, and cut open requests");
    else log.info({ requestsCut }, "stopped");
    process.exit(code);
  };
  const leave = (manner: StopManner) => {
    stage = "leaving";
    isAnnounced = manner !== "replaced";
    log.info({ manner }, "stopping");
    requests.closeConnections();
    server.once("close", () => void closeThen(close, { log, exit: () => exit(exitCode) }));
    if (manner === "replaced") stopAccepting(server);
  };
  const drain = (withinMs: number) => {
    if (stage === "draining") return;
    stage = "draining";
    setTimeout(() => exit(exitCode), withinMs).unref();
    server.close();
    // A connection whose request has been answered meanwhile would stay open for the next one.
    setInterval(() => server.closeIdleConnections(), DRAIN_IDLE_EVERY_MS).unref();
  };
  return {
    exit,
    hasStarted: () => stage !== "serving",
    isAnnounced: () => isAnnounced,
    stop(manner: StopManner) {
      if (stage === "leaving" && manner === "announced") isAnnounced = true;
      if (stage === "serving") leave(manner);
      else if (manner !== "at_once") return;
      if (manner === "at_once" || drainDelayMs === 0) drain(DRAIN_MS);
      else setTimeout(drain, drainDelayMs, DRAIN_MS);
    },
    fail() {
      exitCode = 1;
      if (stage === "serving") leave("at_once");
      drain(UNCAUGHT_DRAIN_MS);
    },
  };
}

async function closeThen(
  close: StopOptions["close"],
  { log, exit }: Pick<StopOptions, "log"> & { exit: () => void },
): Promise<void> {
  try {
    await close();
  } catch (error) {
    log.error({ err: error }, "could not stop cleanly");
    process.exit(1);
  }
  exit();
}

/**
 * The close of `node:http` also ends the connections without a request, and the next request of a proxy may be on its way
 * on one of them. Others hold the port, so no new connection is lost.
 */
function stopAccepting(server: Server): void {
  NetServer.prototype.close.call(server);
}
