/** Installing the packages of the lockfile when, and only when, node_modules does not hold them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./root.mjs";
import { runNpm, secondsSince } from "./run.mjs";

const HEARTBEAT_MS = 15_000;

/** The one package that is made on the spot: `npm ci --ignore-scripts` leaves it behind without its binary. */
const COMPILED = { path: "node_modules/sqlite3", result: "build/Release/node_sqlite3.node" };

/** Brings node_modules in line with package-lock.json. Ends the process with npm's own code when that fails. */
export async function installIfNeeded() {
  const reason = whyInstall();
  if (!reason) return;
  console.log(`Installing packages (${reason}). The first time takes a few minutes; later starts skip this.`);
  const startedAt = Date.now();
  const heartbeat = setInterval(() => {
    console.log(
      `  still installing after ${Math.round(secondsSince(startedAt))} s: where no ready-made SQLite fits this machine, it is compiled here (about three minutes)`,
    );
  }, HEARTBEAT_MS);
  // Development packages too, even under NODE_ENV=production: the build needs some of them.
  const { code } = await runNpm(["ci", "--include=dev", "--loglevel=error", "--no-audit", "--no-fund"]);
  clearInterval(heartbeat);
  if (code !== 0) {
    console.error("The packages could not be installed: the reason is npm's, above. Nothing was started.");
    process.exit(code);
  }
  console.log(`Packages installed in ${Math.round(secondsSince(startedAt))} s.`);
}

/** Why an install is due, in words, or undefined when node_modules holds what the lockfile names. */
export function whyInstall(root = inRoot()) {
  const modules = join(root, "node_modules");
  if (!existsSync(modules)) return "node_modules is missing";
  // npm writes its own list last, so a folder without it is an install that never ended.
  const installedList = join(modules, ".package-lock.json");
  if (!existsSync(installedList)) return "an earlier installation did not finish";
  const installed = packagesOf(installedList);
  const differs = Object.entries(packagesOf(join(root, "package-lock.json"))).some(
    ([path, { version, optional }]) =>
      path && (installed[path] ? installed[path].version !== version : !optional),
  );
  if (differs) return "package-lock.json names other versions";
  if (installed[COMPILED.path] && !existsSync(join(root, COMPILED.path, COMPILED.result)))
    return "SQLite was not compiled";
  return undefined;
}

const packagesOf = (lockfile) => JSON.parse(readFileSync(lockfile, "utf8")).packages;
