/** `npm start`, also as the first command after a clone: install if needed, build if stale, serve. */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
start().catch((error) => {
  // A setting that cannot be used is the operator's to change: where in the code it was found says nothing to them.
  console.error(error.name === "ConfigError" ? error.message : error);
  process.exit(1);
});

async function start() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  const { endWithNpm } = await import("./lib/end-with-npm.mjs");
  const { stopChildrenWithUs } = await import("./lib/run.mjs");
  endWithNpm();
  const letGo = stopChildrenWithUs();
  await installIfNeeded();
  const { code } = await buildIfStale();
  if (code !== 0) process.exit(code);
  letGo();
  // The server runs in this very process: signals and exit code are its own.
  process.env.NODE_ENV = "production";
  await import("../build/server.js");
}
