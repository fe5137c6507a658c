/** A product that starts while its database server is down. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProduct } from "../../support/product";
import { createFaultyDatabase } from "../databases";
import { SERVES_WITHIN_MS } from "../invariants/answers";
import { findSecrets } from "../invariants/log";
import type { Played, StoreName } from "../kind";
import { createFacts } from "../traffic/traffic";

/** It ends with one sentence; started again as a service is, it serves once the server is back. */
export async function playDownAtStart(storeName: StoreName): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), "fault-start-"));
  const database = await createFaultyDatabase(storeName, { folder, isMigrated: true });
  const environment = { DATA_DIR: folder, DATABASE_URL: database.url };
  try {
    await database.wire?.cut();
    const output = await startProduct(environment).then(
      async (product) => {
        await product.stop();
        return "it started";
      },
      (error: unknown) => String(error),
    );
    await database.wire?.mend();
    const mendedAt = Date.now();
    const product = await startProduct(environment);
    const recoveryMs = Date.now() - mendedAt;
    await product.stop();
    return {
      slowestRecoveryMs: recoveryMs,
      violations: [
        ...(/ended during its start[^]*database/i.test(output) ? [] : [`the start said: ${output}`]),
        ...(/^\s+at /m.test(output) ? ["the start printed a stack"] : []),
        ...findSecrets(output, createFacts(), []),
        // The start of a process is part of it.
        ...(recoveryMs > 2 * SERVES_WITHIN_MS ? [`it served after ${recoveryMs} ms`] : []),
      ],
    };
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
