/** A server that ends a connection at any moment is a failed call, and never the end of the process. */
import { describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "~/models/store/open-store";
import { StoreUnavailableError } from "~/models/store/store";
import { startEndingMysql, startEndingPostgres } from "../support/ending-servers";
import { collectUncaughtErrors } from "../support/uncaught-errors";

const SERVERS = [
  { name: "PostgreSQL", start: startEndingPostgres },
  { name: "MariaDB", start: startEndingMysql },
];

describe.each(SERVERS)("a connection to $name that ends in the packet that says it is ready", ({ start }) => {
  test("a connection that ends as it is ready fails the calls, each on a connection of its own, and is no uncaught error", async () => {
    const server = await start();
    const store = await openStore(server.url, { statementTimeoutMs: 1000 });
    onTestFinished(async () => {
      await store.close();
      server.close();
    });
    const uncaught = await collectUncaughtErrors(async () => {
      for (let calls = 0; calls < 3; calls += 1)
        await expect(store.ping()).rejects.toThrow(StoreUnavailableError);
    });
    expect(uncaught).toEqual([]);
    expect(server.ended()).toBeGreaterThanOrEqual(3);
  });
});
