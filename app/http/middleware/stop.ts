/** Stops gracefully: it accepts no new requests, lets the running ones end, and then closes the stores. */
import type { Server } from "node:http";
import { DRAIN_MS } from "~/domain/limits";
import type { Log } from "~/log.server";

export interface Stopping {
  isStopping(): boolean;
}

/** On SIGTERM or SIGINT, drains within DRAIN_MS and exits with 0. A second signal exits at once. */
export function stopOnSignal(server: Server, log: Log, close: () => Promise<void>): Stopping {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
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
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  return { isStopping: () => stopping };
}
