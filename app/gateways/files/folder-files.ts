/** Files in a folder of this machine. The first one creates the folder. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore, StoredFile } from "./file-store";

/** Opens the files in `folder`. Its calls throw the errors of the file system. */
export function openFolderFiles(folder: string): FileStore {
  return {
    place: folder,
    isBucket: false,
    write: (name, content) => write(folder, name, content),
    read: (name) => readFile(join(folder, name)).catch(toNullIfMissing),
    remove: (name) => rm(join(folder, name), { force: true }),
    async list() {
      const names = (await readdir(folder).catch(toNullIfMissing)) ?? [];
      const files = await Promise.all(names.map((name) => findFile(folder, name)));
      return files.filter((file) => file !== null);
    },
  };
}

/** Writes under a name of its own first, so that a file with its final name is complete. */
async function write(folder: string, name: string, content: Uint8Array): Promise<void> {
  const part = join(folder, `${name}.${randomBytes(4).toString("hex")}.part`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(part, content, { flag: "wx", mode: 0o600, flush: true });
    await rename(part, join(folder, name));
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined); // The disk itself may have failed.
    throw error;
  }
}

/** Null for a file that was removed in the meantime. */
async function findFile(folder: string, name: string): Promise<StoredFile | null> {
  const found = await stat(join(folder, name)).catch(() => null);
  return found && { name, changedAt: found.mtime };
}

function toNullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}
