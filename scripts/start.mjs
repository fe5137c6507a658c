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
  const { prepareBuild } = await import("./lib/prepare-build.mjs");
  const { endWithNpm } = await import("./lib/end-with-npm.mjs");
  const { stopChildrenOnExit: stopChildrenWithUs } = await import("./lib/run.mjs");
  endWithNpm();
  const letGo = stopChildrenWithUs();
  await prepareBuild({ mayChange: true });
  letGo();
  // The server runs in this process, so that signals and the exit code are its own.
  process.env.NODE_ENV = "production";
  await import("../build/server.js");
}
