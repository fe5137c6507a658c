/** `npm run reconcile`: compares every account with the payment provider. Installs and builds first when needed. */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
runReconciliation().catch((error) => {
  console.error(error.name === "ConfigError" ? error.message : error);
  process.exit(1);
});

async function runReconciliation() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  await installIfNeeded();
  const { code } = await buildIfStale();
  if (code !== 0) process.exit(code);
  const { runReconcile } = await import("../build/reconcile.js");
  process.exitCode = await runReconcile();
}
