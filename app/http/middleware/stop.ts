/** Stops gracefully: it accepts no new requests, lets the running ones end, and then closes the stores. */
import type { Server } from "node:http";
import { DRAIN_MS } from "~/domain/limits";
import { DRAIN_IDLE_EVERY_MS } from "~/domain/process-limits";
import type { Log } from "~/log.server";

export interface Stopping {
  isStopping(): boolean;
}

export interface StopOptions {
  log: Pick<Log, "info" | "error">;
  close: () => Promise<void>;
  /** Whether a primary process stops this one, with SIGTERM. */
  isSupervised: boolean;
}

/**
 * On SIGTERM or SIGINT, drains within DRAIN_MS and exits with 0. A second signal exits at once; but for a supervised
 * process the primary decides that, because a terminal and systemd send their signals to every process of the group.
 */
export function stopOnSignal(server: Server, { log, close, isSupervised }: StopOptions): Stopping {
  let stopping = false;
  const stop = () => {
    if (stopping && !isSupervised) process.exit(1);
    if (stopping) return;
    stopping = true;
    log.info("stopping");
    const deadline = setTimeout(() => process.exit(0), DRAIN_MS);
    deadline.unref();
    server.close(() => {
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "could not stop cleanly");
          process.exit(1);
        },
      );
    });
    server.closeIdleConnections();
    // A connection whose request has been answered meanwhile would stay open for the next one.
    setInterval(() => server.closeIdleConnections(), DRAIN_IDLE_EVERY_MS).unref();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", isSupervised ? ignore : stop);
  return { isStopping: () => stopping };
}

function ignore(): void {
  // The primary received it as well, and sends SIGTERM.
}
