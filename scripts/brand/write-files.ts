/** Writes several files, so that a failure on the way leaves every one as it was. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BrandError } from "./options";

export type Files = ReadonlyMap<string, string | Buffer>;

const UNFINISHED = ".brand-new";

/** By their paths below `root`. All are written next to their places first. Throws BrandError where the disk refuses. */
export function writeFiles(root: string, files: Files): void {
  const paths = [...files.keys()].map((path) => join(root, path));
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path) + UNFINISHED, content);
    }
  } catch (cause) {
    for (const path of paths) rmSync(path + UNFINISHED, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BrandError(`The files cannot be written (${reason}). Nothing was changed.`, { cause });
  }
  for (const path of paths) renameSync(path + UNFINISHED, path);
}
