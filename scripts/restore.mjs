/** `npm run restore -- FILE`: brings a backup into an empty database. Installs and builds first when needed. */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
run().catch((error) => {
  console.error(error.name === "ConfigError" ? error.message : error);
  process.exit(1);
});

async function run() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  await installIfNeeded();
  const { code } = await buildIfStale();
  if (code !== 0) process.exit(code);
  const { runRestore } = await import("../build/restore.js");
  process.exitCode = await runRestore(process.argv.slice(2));
}
