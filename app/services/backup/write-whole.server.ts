/** Writes files so that one with its final name is complete, also after a power cut. */
import { randomBytes } from "node:crypto";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces the file. Only the product's own system user can read it. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await writeUnderOtherName(file, (handle) => handle.writeFile(content));
}

/**
 * Lets `write` fill a new file, which gets its name when it is complete and on the disk. After a failure nothing is
 * left of it.
 */
export async function writeUnderOtherName<T>(
  file: string,
  write: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const part = `${file}.${randomBytes(4).toString("hex")}.part`;
  const handle = await open(part, "wx", 0o600);
  try {
    const result = await write(handle);
    await handle.sync();
    await handle.close();
    await rename(part, file);
    await syncFolder(dirname(file));
    return result;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** A rename is on the disk when its folder is. Windows opens no folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
