/** `npm run backup -- FILE [--with-secret]`: makes a backup of the product in one file. Installs and builds first when needed. */
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
  const { runBackup } = await import("../build/backup.js");
  process.exitCode = await runBackup(process.argv.slice(2));
}
