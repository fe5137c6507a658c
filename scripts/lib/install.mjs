/** Installing the packages of the lockfile when, and only when, node_modules does not hold them. */
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveFromRoot, ROOT } from "./root.mjs";
import { runNpm, getSecondsSince } from "./run.mjs";

const HEARTBEAT_MS = 15_000;

/** The one package that is made on the spot: `npm ci --ignore-scripts` leaves it behind without its binary. */
const COMPILED = { path: "node_modules/sqlite3", result: "build/Release/node_sqlite3.node" };

/** Brings node_modules in line with package-lock.json. Ends the process with npm's own code when that fails. */
export async function installIfNeeded() {
  const reason = findInstallReason();
  if (!reason) return;
  console.log(`Installing packages (${reason}). The first time takes a few minutes; later starts skip this.`);
  const startedAt = Date.now();
  const heartbeat = setInterval(() => {
    console.log(
      `  ${Math.round(getSecondsSince(startedAt))} s: still installing (SQLite is compiled where no ready-made one fits: three minutes or so)`,
    );
  }, HEARTBEAT_MS);
  const code = await (/\s/.test(ROOT) ? installElsewhere() : install(ROOT));
  clearInterval(heartbeat);
  if (code !== 0) {
    console.error("The packages could not be installed: the reason is npm's, above. Nothing was started.");
    process.exit(code);
  }
  console.log(`Packages installed in ${Math.round(getSecondsSince(startedAt))} s.`);
}

/** Why an install is due, in words, or undefined when node_modules holds what the lockfile names. */
export function findInstallReason(root = resolveFromRoot()) {
  // An image holds the build and its packages alone.
  if (!existsSync(join(root, "package-lock.json"))) return undefined;
  const modules = join(root, "node_modules");
  if (!existsSync(modules)) return "node_modules is missing";
  // npm writes its own list last, so a folder without it is an install that never ended.
  const installedList = join(modules, ".package-lock.json");
  if (!existsSync(installedList)) return "an earlier installation did not finish";
  const installed = readPackages(installedList);
  const differs = Object.entries(readPackages(join(root, "package-lock.json"))).some(
    ([path, { version, optional }]) =>
      path && (installed[path] ? installed[path].version !== version : !optional),
  );
  if (differs) return "package-lock.json names other versions";
  if (installed[COMPILED.path] && !existsSync(join(root, COMPILED.path, COMPILED.result)))
    return "SQLite was not compiled";
  return undefined;
}

/** Development packages too, even under NODE_ENV=production: the build needs some of them. */
async function install(cwd) {
  const args = ["ci", "--include=dev", "--loglevel=error", "--no-audit", "--no-fund"];
  const { code } = await runNpm(args, { cwd });
  return code;
}

/** node-gyp compiles nothing below a path with a space in it, so the packages are made at another place and moved in. */
async function installElsewhere() {
  const elsewhere = mkdtempSync(join(tmpdir(), "groundwork-install-"));
  for (const file of ["package.json", "package-lock.json", ".npmrc"])
    copyFileSync(resolveFromRoot(file), join(elsewhere, file));
  const code = await install(elsewhere);
  if (code === 0) moveFolder(join(elsewhere, "node_modules"), resolveFromRoot("node_modules"));
  rmSync(elsewhere, { recursive: true, force: true });
  return code;
}

/** Puts one folder in another's place, across disks too. */
function moveFolder(from, to) {
  rmSync(to, { recursive: true, force: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== "EXDEV") throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
}

const readPackages = (lockfile) => JSON.parse(readFileSync(lockfile, "utf8")).packages;
