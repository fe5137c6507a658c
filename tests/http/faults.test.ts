/** The short form of `npm run test:faults`: a few kills, and a database that is cut off, while clients use the product. */
import { expect, test, vi } from "vitest";
import { KINDS } from "../faults/kinds";
import { killAtRandom } from "../faults/kills";
import { runUnderTraffic } from "../faults/run";
import { openStage } from "../faults/stage";
import { listReachableStores } from "../support/stores";

// Both mostly wait, for leases and for the product to start.
vi.setConfig({ testTimeout: 60_000 });

const hasPostgres = (await listReachableStores()).some(({ name }) => name === "PostgreSQL");

test.concurrent("killed at random times under traffic, the product serves again and has lost nothing that it answered", async () => {
  const result = await killAtRandom("sqlite", { kills: 2, seed: 1, print: () => undefined });
  expect(result).toMatchObject({ kills: 2, checks: 1, violations: [] });
  expect(result.classes.right).toBeGreaterThan(10);
});

test(
  "a database that is cut off costs nothing but 503, and the product serves again by itself",
  { concurrent: true, skip: !hasPostgres },
  async () => {
    const down = KINDS.find(({ id }) => id === "database-down")?.way;
    if (down?.by !== "traffic") throw new Error("the fault is not in the list");
    const stage = await openStage("postgres");
    try {
      const found = await runUnderTraffic(stage, { ...down, seconds: 2 }, 1);
      expect(found).toMatchObject({ violations: [] });
      expect(found.classes.unavailable).toBeGreaterThan(0);
    } finally {
      await stage.close();
    }
  },
);
