/** `npm run bench`, or `npm run bench -- --quick`: measures the product next to references in the same run. */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
runBench().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

async function runBench() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  const { buildReferenceIfStale } = await import("./bench/references/build-remix.mjs");
  const { resolveFromRoot: inRoot } = await import("./lib/root.mjs");
  const { runNode, stopChildrenOnExit: stopChildrenWithUs } = await import("./lib/run.mjs");
  stopChildrenWithUs();
  await installIfNeeded();
  for (const build of [buildIfStale, buildReferenceIfStale]) {
    const { code } = await build();
    if (code !== 0) process.exit(code);
  }
  const { code } = await runNode(
    inRoot("node_modules", "tsx", "dist", "cli.mjs"),
    [inRoot("scripts", "bench", "main.ts"), ...process.argv.slice(2)],
    { env: { NODE_ENV: "production" } },
  );
  process.exitCode = code;
}
