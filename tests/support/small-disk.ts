/** A disk of a few megabytes, which a test may fill: a file system in memory. Mounting one takes root on Linux. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  folder: string;
  /** Leaves only so many bytes free. */
  fill(leftBytes?: number): void;
  /** Frees what `fill` has taken. */
  free(): void;
  /** Unless a file on it is open for writing. */
  makeReadOnly(): void;
  makeWritable(): void;
  remove(): void;
}

export function mountSmallDisk(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-disk-"));
  const filler = join(folder, "filler");
  run("mount", "-t", "tmpfs", "-o", `size=${mebibytes}m,mode=700`, "tmpfs", folder);
  return {
    folder,
    fill(leftBytes = 0) {
      const { bavail, bsize } = statfsSync(folder);
      writeAll(filler, bavail * bsize - leftBytes);
    },
    free: () => rmSync(filler),
    makeReadOnly: () => run("mount", "-o", "remount,ro", folder),
    makeWritable: () => run("mount", "-o", "remount,rw", folder),
    remove() {
      run("umount", "--lazy", folder);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Whether this user may mount one. */
export const canMount = tryToMount();

function tryToMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    mountSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
}

/** Writes the file until it has this length, or the disk is full. */
function writeAll(file: string, bytes: number): void {
  const handle = openSync(file, "w");
  try {
    for (let left = bytes; left > 0;) left -= writeSync(handle, Buffer.alloc(Math.min(left, 65_536), 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(handle);
  }
}

function run(program: string, ...given: string[]): void {
  const { status, stderr, error } = spawnSync(program, given, { encoding: "utf8" });
  if (error || status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`);
}
