/** The version of the product that this clone was made from, or has last taken: app/product/version.json. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./root.mjs";

/** Below the project's folder. */
export const VERSION_FILE = "app/product/version.json";

/**
 * Null where nothing has written it yet. Throws when the file holds something else.
 *
 * @returns {{ version: string, commit: string } | null}
 */
export function readCloneVersion(root = ROOT) {
  const file = join(root, VERSION_FILE);
  if (!existsSync(file)) return null;
  const { version, commit } = parseVersion(readFileSync(file, "utf8"));
  if (/^\d+\.\d+\.\d+/.test(version) && /^[0-9a-f]{7,64}$/.test(commit)) return { version, commit };
  throw new Error(
    `${VERSION_FILE} must be { "version": "1.2.3", "commit": "<hash of the product's commit>" }. Correct or delete it.`,
  );
}

/** @param {{ version: string, commit: string }} clone */
export function writeCloneVersion({ version, commit }, root = ROOT) {
  const file = join(root, VERSION_FILE);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ version, commit }, null, 2)}\n`);
}

function parseVersion(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
