/** `npm run promote -- EMAIL [--revoke]`: makes a user a master. Installs and builds first when needed. */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
runPromotion().catch((error) => {
  console.error(error.name === "ConfigError" ? error.message : error);
  process.exit(1);
});

async function runPromotion() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  await installIfNeeded();
  const { code } = await buildIfStale();
  if (code !== 0) process.exit(code);
  const { promote } = await import("../build/promote.js");
  process.exitCode = await promote(process.argv.slice(2));
}
