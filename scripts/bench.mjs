/**
 * `npm run bench`, or `npm run bench -- --quick`: measures the product next to references in the same run.
 * `npm run bench -- --lists`: measures the lists with many rows, on each database that answers.
 */
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
  const given = process.argv.slice(2);
  if (given.includes("--lists")) {
    process.exitCode = await runMain(["lists", "main.ts"], given);
    return;
  }
  for (const build of [buildIfStale, buildReferenceIfStale]) {
    const { code } = await build();
    if (code !== 0) process.exit(code);
  }
  process.exitCode = await runMain(["main.ts"], given);

  async function runMain(path, parameters) {
    const program = inRoot("scripts", "bench", ...path);
    const runner = inRoot("node_modules", "tsx", "dist", "cli.mjs");
    const { code } = await runNode(runner, [program, ...parameters], { env: { NODE_ENV: "production" } });
    return code;
  }
}
