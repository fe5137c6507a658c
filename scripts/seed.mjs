/** `npm run seed`: makes a demo company, and prints its sign-ins. Installs and builds first when needed. */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
seed().catch((error) => {
  console.error(error.name === "ConfigError" ? error.message : error);
  process.exit(1);
});

async function seed() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  await installIfNeeded();
  const { code } = await buildIfStale();
  if (code !== 0) process.exit(code);
  const { runSeed } = await import("../build/seed.js");
  process.exitCode = await runSeed();
}
