/** Makes the folder of a run of vitest, and removes it with what the run has left on servers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRunFolder, RUN_FOLDER } from "./run-folder";

/** Vitest calls it for each project before its tests; the function returned, after them. */
export default function setUpRun(): (() => Promise<void>) | undefined {
  if (getRunFolder()) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-run-"));
  process.env[RUN_FOLDER] = folder;
  return async () => {
    const { removeTemplates } = await import("./migrated-stores");
    const { stopSharedProducts } = await import("./shared-product");
    stopSharedProducts(folder);
    await removeTemplates(folder);
    rmSync(folder, { recursive: true, force: true });
  };
}
