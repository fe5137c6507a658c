/**
 * The hashed files of a release, kept in the data folder for a day after its last process has ended: a page that it has sent
 * still asks for them, and a page of the next release may ask a process of this one.
 */
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { hours } from "../domain/limits";
import type { Log } from "../log.server";

const REFRESHED_EVERY_MS = hours(1);
const KEPT_FOR_MS = hours(24);
/** The copies that the build has compressed are left out. */
const COMPRESSED = /\.(br|gz)$/;

export interface AssetFolders {
  /** The files of the build. */
  own: string;
  kept: string;
}

/** The folder of the kept files. */
export function getKeptAssets(dataDir: string): string {
  return join(dataDir, "assets");
}

/**
 * Copies the files, and then marks them every hour as still in use, for as long as this process runs. Files that were
 * not marked for a day are removed. A failure is logged: the build's own files are served all the same.
 */
export async function startKeepingAssets(folders: AssetFolders, log: Pick<Log, "error">): Promise<void> {
  const keep = () =>
    keepAssets(folders, Date.now()).catch((error: unknown) =>
      log.error({ err: error }, "the files of this release could not be kept for the next one"),
    );
  await keep();
  setInterval(() => void keep(), REFRESHED_EVERY_MS).unref();
}

/** The time of a file is when it was last in use. */
export async function keepAssets({ own, kept }: AssetFolders, now: number): Promise<void> {
  await mkdir(kept, { recursive: true, mode: 0o700 });
  const names = (await readdir(own)).filter((name) => !COMPRESSED.test(name));
  const known = new Set(await readdir(kept));
  for (const name of names) {
    if (!known.has(name)) await copyWhole(join(own, name), join(kept, name));
    await utimes(join(kept, name), now / 1000, now / 1000);
    known.delete(name);
  }
  for (const name of known) await removeUnused(join(kept, name), now);
}

/** Another process may serve the folder meanwhile. */
async function copyWhole(from: string, to: string): Promise<void> {
  const part = `${to}.${process.pid}.part`;
  await copyFile(from, part);
  await rename(part, to);
}

async function removeUnused(file: string, now: number): Promise<void> {
  const stats = await stat(file).catch(() => null);
  // Another process may have removed it.
  if (stats && now - stats.mtimeMs > KEPT_FOR_MS + REFRESHED_EVERY_MS) await rm(file, { force: true });
}
