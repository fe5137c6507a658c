/** A folder for one run of vitest, in which its test files share what is costly to make. Removed at the end of the run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Names the folder to the processes of the tests. */
export const RUN_FOLDER = "TEST_RUN_FOLDER";

/** Vitest calls it for each project before its tests; the function returned, after them. */
export default function createRunFolder(): (() => Promise<void>) | undefined {
  if (process.env[RUN_FOLDER]) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-run-"));
  process.env[RUN_FOLDER] = folder;
  return async () => {
    const { removeTemplates } = await import("./migrated-stores");
    await removeTemplates(folder);
    rmSync(folder, { recursive: true, force: true });
  };
}
