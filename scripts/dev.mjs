/**
 * `npm run dev`: runs the server from its sources. Vite reloads pages, and the server restarts when its own files
 * change.
 */
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
  const watch = ["watch", "--clear-screen=false", "server.ts"];
  const { code } = await runNode(inRoot("node_modules", "tsx", "dist", "cli.mjs"), watch, {
    env: { NODE_ENV: "development" },
  });
  process.exitCode = code;
}
