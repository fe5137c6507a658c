/**
 * `npm run dev`: runs the server from its sources. Vite reloads pages, and the server restarts when its own files
 * change.
 */
import { once } from "node:events";
import { watch } from "node:fs";
import { requireNode } from "./lib/node-version.mjs";

requireNode();
runDevelopmentServer().catch((error) => {
  console.error(error);
  process.exit(1);
});

async function runDevelopmentServer() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { endWithNpm } = await import("./lib/end-with-npm.mjs");
  const { resolveFromRoot: inRoot } = await import("./lib/root.mjs");
  const { runNode, stopChildrenOnExit: stopChildrenWithUs } = await import("./lib/run.mjs");
  endWithNpm();
  stopChildrenWithUs();
  await installIfNeeded();
  const server = inRoot("scripts", "lib", "dev-server.mjs");
  for (;;) {
    const { code } = await runNode(server, [], { env: { NODE_ENV: "development" } });
    // It ends with 0 when one of its own files has changed. A signal ends this process, too.
    if (code !== 0) await waitForChange(inRoot("app"));
  }
}

async function waitForChange(folder) {
  console.log("The server has ended. It starts again with the next change below app/.");
  const watcher = watch(folder, { recursive: true });
  await once(watcher, "change");
  watcher.close();
}
