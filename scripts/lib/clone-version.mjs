/** Which version of the product a clone is made of: app/product/version.json, which branding and upgrades write. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./root.mjs";

/** Below the project's folder. */
export const VERSION_FILE = "app/product/version.json";

/**
 * Null when the clone does not say. Throws when the file holds something else.
 *
 * @returns {{ version: string, commit: string | null } | null}
 */
export function readCloneVersion(root = ROOT) {
  const file = join(root, VERSION_FILE);
  if (!existsSync(file)) return null;
  const { version, commit = null } = parse(readFileSync(file, "utf8"));
  if (/^\d+\.\d+\.\d+/.test(version) && (commit === null || /^[0-9a-f]{7,64}$/.test(commit)))
    return { version, commit };
  throw new Error(
    `${VERSION_FILE} must be { "version": "1.2.3", "commit": "<hash of the product's commit>" }. Correct or delete it.`,
  );
}

/** @param {{ version: string, commit: string | null }} clone */
export function writeCloneVersion({ version, commit }, root = ROOT) {
  const file = join(root, VERSION_FILE);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify({ version, commit }, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/**
 * The full hash of HEAD; null where git or its history is missing.
 *
 * @returns {string | null}
 */
export function findCommit(root = ROOT) {
  try {
    const options = {
      cwd: root,
      encoding: /** @type {const} */ ("utf8"),
      stdio: /** @type {any} */ ("pipe"),
    };
    return execFileSync("git", ["rev-parse", "HEAD"], options).trim();
  } catch {
    return null;
  }
}

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
