/**
 * `npm run test:load`: a minute of mixed load on three processes, while one is killed, PostgreSQL restarts and Redis goes
 * away. `npm run test:load -- --throughput` compares three processes with one.
 */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
load().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

async function load() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  const { resolveFromRoot } = await import("./lib/root.mjs");
  const { runNode, stopChildrenOnExit: stopChildrenWithUs } = await import("./lib/run.mjs");
  stopChildrenWithUs();
  await installIfNeeded();
  const { code: built } = await buildIfStale();
  if (built !== 0) process.exit(built);
  const tsx = resolveFromRoot("node_modules", "tsx", "dist", "cli.mjs");
  const { code } = await runNode(
    tsx,
    [resolveFromRoot("tests", "load", "main.ts"), ...process.argv.slice(2)],
    {
      env: { NODE_ENV: "production" },
    },
  );
  process.exitCode = code;
}
