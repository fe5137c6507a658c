/** Builds the bare Remix application that the product is compared with, when its sources have changed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hashFiles } from "../../lib/build-stamp.mjs";
import { resolveFromRoot, ROOT } from "../../lib/root.mjs";
import { runNode } from "../../lib/run.mjs";

const SOURCES = [
  "scripts/bench/remix-reference",
  "scripts/bench/references",
  "remix.config.js",
  "package-lock.json",
];
const FOLDER = resolveFromRoot("node_modules", ".cache", "groundwork-bench");
const STAMP = resolveFromRoot("node_modules", ".cache", "groundwork-bench", ".stamp");

/** Builds if needed. Returns the exit code of the build: 0 when it is up to date. */
export async function buildReferenceIfStale() {
  const sources = hashFiles(ROOT, SOURCES);
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources) return { code: 0 };
  console.log("Building the bare Remix application for comparison.");
  const config = resolveFromRoot("scripts", "bench", "remix-reference", "vite.config.ts");
  const cli = resolveFromRoot("node_modules", "@remix-run", "dev", "dist", "cli.js");
  const result = await runNode(cli, ["vite:build", "--config", config], {
    show: false,
    env: { NODE_ENV: "production" },
  });
  if (result.code !== 0) console.error(result.output);
  else {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(STAMP, sources);
  }
  return result;
}
