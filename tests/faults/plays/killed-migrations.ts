/** A product that is killed while it migrates its database, and started again. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openStore } from "~/models/store/open-store";
import { resolveFromRoot } from "../../../scripts/lib/root.mjs";
import { endProcess } from "../../support/child-process";
import { findFreePort } from "../../support/free-port";
import { startProduct } from "../../support/product";
import { makeRandom } from "../../support/random";
import { createFaultyDatabase } from "../databases";
import type { Played, StoreName } from "../kind";

const KILLS = 4;
/** A process loads for half a second, and then migrates for a second or three. */
const [EARLIEST_MS, LATEST_MS] = [500, 2500];

/** Several kills of the same database's migration, at random times; then a start that has to serve. */
export async function playKilledMigrations(storeName: StoreName, seed: number): Promise<Played> {
  const random = makeRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), "fault-migration-"));
  const database = await createFaultyDatabase(storeName, { folder });
  const environment = { DATA_DIR: folder, DATABASE_URL: database.url };
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const port = String(await findFreePort());
      const child = spawn(process.execPath, [resolveFromRoot("build/server.js")], {
        env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: port, ...environment },
        stdio: "ignore",
      });
      await wait(EARLIEST_MS + random() * (LATEST_MS - EARLIEST_MS));
      await endProcess(child, "SIGKILL");
    }
    const product = await startProduct(environment);
    await product.stop();
    const store = await openStore(database.directUrl);
    const { schema } = await store.readSchemaState();
    await store.close();
    return { runs: KILLS, violations: schema === "current" ? [] : [`the schema is ${schema}`] };
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
