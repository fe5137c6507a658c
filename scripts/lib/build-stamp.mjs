/** The stamp of a build: a fingerprint of the sources that it was made of. The build writes it last. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveFromRoot, ROOT } from "./root.mjs";

/** Everything that a build is made of, the packages (by the lockfile) and the build's own script included. */
export const SOURCES = [
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
  // The commands' programs.
  ...readdirSync(resolveFromRoot("scripts"))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `scripts/${name}`),
  "scripts/seed",
  "scripts/backup",
];

const NOT_BUILT = /\.test\.tsx?$/;
const STAMP = resolveFromRoot("build", ".stamp");

/** The fingerprint of the sources as they are now. */
export const hashSources = () => hashFiles(ROOT, SOURCES);

/** Marks the build as made of the sources with this fingerprint. */
export const writeStamp = (sources) => writeFileSync(STAMP, sources);

/** Whether there is a whole build of the sources as they are now. */
export function isBuildFresh() {
  // An image holds the build without its sources.
  if (!existsSync(resolveFromRoot("app"))) return true;
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === hashSources();
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

function listFiles(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return NOT_BUILT.test(path) ? [] : [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(root, `${path}/${name}`));
}
