/** `npm run plans:sync`: creates the plans' prices at the payment provider. Installs and builds first when needed. */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
runSync().catch((error) => {
  console.error(error.name === "ConfigError" ? error.message : error);
  process.exit(1);
});

async function runSync() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  await installIfNeeded();
  const { code } = await buildIfStale();
  if (code !== 0) process.exit(code);
  const { runPlansSync } = await import("../build/plans-sync.js");
  process.exitCode = await runPlansSync();
}
