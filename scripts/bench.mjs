/**
 * `npm run bench`, or `npm run bench -- --quick`: measures the product next to references in the same run.
 * `-- --check` ends with 1 where a floor is missed by more than the run's own spread; with `--quick`, by a tenth as well.
 * `npm run bench -- --elements`: counts what React renders for each page.
 * `npm run bench -- --lists`: measures the lists with many rows, on each database that answers.
 * `npm run bench -- --throughput`: compares three processes with one, over PostgreSQL and Redis.
 * `npm run bench -- --port`: measures what each call of the store costs, on each database that answers.
 */
import { parseArgs } from "node:util";
import { requireNode } from "./lib/node-version.mjs";

/** The options of each program, which parses its own again. */
const OPTIONS = {
  ...{ quick: { type: "boolean" }, check: { type: "boolean" } },
  ...{ elements: { type: "boolean" }, port: { type: "boolean" }, lists: { type: "boolean" } },
  throughput: { type: "boolean" },
  ...{ store: { type: "string" }, groups: { type: "string" } },
};

requireNode();
runBench().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

async function runBench() {
  const { values } = parseArgs({ options: OPTIONS });
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  const { buildReferenceIfStale } = await import("./bench/references/build-remix.mjs");
  const { resolveFromRoot: inRoot } = await import("./lib/root.mjs");
  const { runNode, stopChildrenOnExit: stopChildrenWithUs } = await import("./lib/run.mjs");
  stopChildrenWithUs();
  await installIfNeeded();
  if (values.lists) return measureLists(inRoot());
  const runScript = (name) =>
    runNode(
      inRoot("node_modules", "tsx", "dist", "cli.mjs"),
      [inRoot("scripts", "bench", name), ...process.argv.slice(2)],
      { env: { NODE_ENV: "production" } },
    );
  if (values.port) {
    process.exitCode = (await runScript("port.ts")).code;
    return;
  }
  const builds = values.throughput ? [buildIfStale] : [buildIfStale, buildReferenceIfStale];
  for (const build of builds) {
    const { code } = await build();
    if (code !== 0) process.exit(code);
  }
  const { code } = await runScript(findProgram(values));
  process.exitCode = code;
}

function findProgram({ elements, throughput }) {
  if (throughput) return "several-processes.ts";
  return elements ? "elements.ts" : "main.ts";
}

/** Vite loads the program, because it runs operations with their texts (`import.meta.glob`). */
async function measureLists(root) {
  process.env.NODE_ENV = "production";
  const { createServer } = await import("vite");
  const alias = { "~": `${root}/app` };
  const server = { middlewareMode: true, hmr: false, watch: null };
  const vite = await createServer({ root, configFile: false, appType: "custom", server, resolve: { alias } });
  try {
    await vite.ssrLoadModule("/scripts/bench/lists/main.ts");
  } finally {
    await vite.close();
  }
}
