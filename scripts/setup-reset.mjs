/** `npm run setup:reset`: opens setup again. Installs and builds first when needed. */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
runReset().catch((error) => {
  console.error(error.name === "ConfigError" || error.name === "SavedSettingsError" ? error.message : error);
  process.exit(1);
});

async function runReset() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  await installIfNeeded();
  const { code } = await buildIfStale();
  if (code !== 0) process.exit(code);
  const { resetSetup } = await import("../build/setup-reset.js");
  process.exitCode = await resetSetup(process.argv.slice(2));
}
