/** Ends a process gracefully: it accepts no new requests, lets the running ones end, and then closes the stores. */
import type { Server } from "node:http";
import { DRAIN_MS } from "~/domain/limits";
import { DRAIN_IDLE_EVERY_MS, UNCAUGHT_DRAIN_MS } from "~/domain/process-limits";
import type { Log } from "~/log.server";

export interface Stopping {
  isStopping(): boolean;
}

export interface StopOptions {
  log: Pick<Log, "info" | "error" | "fatal">;
  close: () => Promise<void>;
  /** Whether a primary process stops this one, with SIGTERM. */
  isSupervised: boolean;
}

/**
 * On SIGTERM or SIGINT, drains within DRAIN_MS and exits with 0. A second signal exits at once; but for a supervised
 * process the primary decides that, because a terminal and systemd send their signals to every process of the group.
 * An error that nothing has caught is logged and ends the process as well, with 1 and within UNCAUGHT_DRAIN_MS: what it
 * left half done is not known.
 */
export function stopInOrder(server: Server, { log, close, isSupervised }: StopOptions): Stopping {
  let stopping = false;
  let exitCode = 0;
  const exit = () => process.exit(exitCode);
  const drain = (withinMs: number) => {
    stopping = true;
    setTimeout(exit, withinMs).unref();
    server.close(() => {
      close().then(exit, (error: unknown) => {
        log.error({ err: error }, "could not stop cleanly");
        process.exit(1);
      });
    });
    server.closeIdleConnections();
    // A connection whose request has been answered meanwhile would stay open for the next one.
    setInterval(() => server.closeIdleConnections(), DRAIN_IDLE_EVERY_MS).unref();
  };
  const stop = () => {
    if (stopping && !isSupervised) process.exit(1);
    if (stopping) return;
    log.info("stopping");
    drain(DRAIN_MS);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", isSupervised ? ignore : stop);
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error was not caught, and ends this process");
    exitCode = 1;
    if (!stopping) drain(UNCAUGHT_DRAIN_MS);
  });
  return { isStopping: () => stopping };
}

function ignore(): void {
  // The primary received it as well, and sends SIGTERM.
}
