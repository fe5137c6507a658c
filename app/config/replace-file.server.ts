/** Replaces files whole. */
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** After a crash or a power cut the file is the previous one or the new one, and never a part of either. */
export function replaceFile(file: string, content: string): void {
  const part = createPartName(file);
  try {
    const handle = openSync(part, "wx", 0o600);
    try {
      writeSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

/** The name of a file that is still being written, next to the one that it will replace. */
export const createPartName = (file: string) => `${file}.${randomBytes(4).toString("hex")}.part`;

/** A rename is on the disk when its folder is. Windows opens no folders. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
