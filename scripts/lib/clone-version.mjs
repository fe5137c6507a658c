/** Which version of the product a clone is made of: app/product/version.json, which branding and upgrades write. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolveFromRoot, ROOT } from "./root.mjs";

const FILE = resolveFromRoot("app", "product", "version.json");

/**
 * Null when the clone does not say.
 * @returns {{ version: string, commit: string | null } | null}
 */
export function readCloneVersion() {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : null;
}

/** @param {{ version: string, commit: string | null }} version */
export function writeCloneVersion({ version, commit }) {
  writeFileSync(`${FILE}.new`, `${JSON.stringify({ version, commit }, null, 2)}\n`);
  renameSync(`${FILE}.new`, FILE);
}

/**
 * The full hash of HEAD; null where git or its history is missing.
 * @returns {string | null}
 */
export function findCommit() {
  try {
    const options = {
      cwd: ROOT,
      encoding: /** @type {const} */ ("utf8"),
      stdio: /** @type {any} */ ("pipe"),
    };
    return execFileSync("git", ["rev-parse", "HEAD"], options).trim();
  } catch {
    return null;
  }
}
