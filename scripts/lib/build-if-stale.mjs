/** Building again when, and only when, something that goes into the build has changed since the last one. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveFromRoot, ROOT } from "./root.mjs";
import { runNode } from "./run.mjs";

/** Everything that a build is made of, the packages (by the lockfile) and the build's own script included. */
const SOURCES = [
  "app",
  "migrations",
  "public",
  "sandbox",
  "server.ts",
  "remix.config.js",
  "vite.config.ts",
  "tailwind.config.ts",
  "postcss.config.js",
  "tsconfig.json",
  "package-lock.json",
  "scripts/build.mjs",
  ...["promote", "reconcile", "backup", "restore", "plans-sync", "seed", "doctor"].map(
    (command) => `scripts/${command}.ts`,
  ),
  "scripts/seed",
  "scripts/backup",
];

const NOT_BUILT = /\.test\.tsx?$/;
const STAMP = resolveFromRoot("build", ".stamp");

/** Builds if need be, and says so; what the tools print is shown only when they fail. `code` is 0 when there is a fresh build. */
export async function buildIfStale() {
  // An image holds the build without its sources.
  if (!existsSync(resolveFromRoot("app"))) return { code: 0, seconds: 0 };
  const sources = hashFiles(ROOT, SOURCES);
  if (isFresh(sources)) return { code: 0, seconds: 0 };
  console.log("Building (the sources have changed since the last build).");
  rmSync(STAMP, { force: true });
  const { code, output, seconds } = await runNode(resolveFromRoot("scripts", "build.mjs"), [], {
    show: false,
  });
  if (code !== 0) {
    console.error(`${output.trimEnd()}\nThe build failed: the reason is above.`);
    return { code, seconds };
  }
  writeFileSync(STAMP, sources);
  console.log(`Built in ${seconds.toFixed(1)} s.`);
  return { code, seconds };
}

/** One hash over the names and contents of all files below the paths given, tests aside. Missing paths count as empty. */
export function hashFiles(root, paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((path) => listFiles(root, path))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function isFresh(sources) {
  const hasBuild =
    existsSync(resolveFromRoot("build", "server.js")) &&
    existsSync(resolveFromRoot("build", "server", "index.js"));
  return hasBuild && existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources;
}

function listFiles(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return NOT_BUILT.test(path) ? [] : [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(root, `${path}/${name}`));
}
