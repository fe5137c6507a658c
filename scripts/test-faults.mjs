/**
 * `npm run test:faults`: every kind of fault, and 200 kills, while clients use the built product; what was found is written to
 * docs/faults.md. Takes about half an hour. `-- --only <group or kind>`, `--store <name>`, `--kills <count>` and `--seed <number>` choose.
 */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
testFaults().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

async function testFaults() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  const { withSources } = await import("./lib/load-sources.mjs");
  const { stopChildrenOnExit: stopChildrenWithUs } = await import("./lib/run.mjs");
  stopChildrenWithUs();
  await installIfNeeded();
  const { code: built } = await buildIfStale();
  if (built !== 0) process.exit(built);
  process.env.NODE_ENV = "production";
  await withSources((vite) => vite.ssrLoadModule("/tests/faults/main.ts"));
}
