/**
 * `npm start`, also as the first command after a clone: installs if needed, builds if the build is stale, and
 * serves.
 */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
start().catch((error) => {
  console.error(error);
  process.exit(1);
});

async function start() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  const { endWithNpm } = await import("./lib/end-with-npm.mjs");
  const { stopChildrenOnExit: stopChildrenWithUs } = await import("./lib/run.mjs");
  endWithNpm();
  const letGo = stopChildrenWithUs();
  await installIfNeeded();
  const { code } = await buildIfStale();
  if (code !== 0) process.exit(code);
  letGo();
  // The server runs in this process, so that signals and the exit code are its own.
  process.env.NODE_ENV = "production";
  await import("../build/server.js");
}
