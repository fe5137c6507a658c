/** The product's sources, for tests that read all of them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDERS = ["app", "migrations", "sandbox", "scripts", "tests"];

/** The paths of the scripts in these folders and beside them, from the root. */
export function listSources(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  return [...readdirSync(ROOT), ...inFolders].filter((file) => /\.(ts|tsx|cjs|mjs|js)$/.test(file));
}

/** Those of app/, without its tests. */
export const listAppSources = (): string[] =>
  listSources().filter((file) => file.startsWith("app/") && /(?<!\.test)\.tsx?$/.test(file));
