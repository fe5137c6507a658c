/**
 * `npm test`, also as the first command after a clone: install if needed, then every check and every test.
 * `npm test -- unit http` runs these layers only, `npm test -- fast` what an edit needs within a minute; `--bail` stops at the
 * first layer that fails.
 */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
test().catch((error) => {
  console.error(error);
  process.exit(1);
});

async function test() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { endWithNpm } = await import("./lib/end-with-npm.mjs");
  const { stopChildrenOnExit: stopChildrenWithUs } = await import("./lib/run.mjs");
  const { parseLayers: chosenLayers, runLayers } = await import("./lib/test-run.mjs");
  const { printSummary } = await import("./lib/summary.mjs");
  const { layers, ...how } = chosenLayers(process.argv.slice(2));
  const startedAt = Date.now();
  endWithNpm();
  stopChildrenWithUs();
  await installIfNeeded();
  const results = await runLayers(layers, how);
  process.exitCode = printSummary(results, startedAt) ? 0 : 1;
}
