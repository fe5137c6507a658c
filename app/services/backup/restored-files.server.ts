/** The files that a restore writes, on a disk or in a bucket, which a restore that fails takes back. */
import { mkdir, readFile, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStore } from "~/gateways/files/file-store";
import { writeWhole } from "./write-whole.server";

export interface RestoredFiles {
  /** Replaces the file, and creates its folder. */
  write(file: string, content: string | Uint8Array): Promise<void>;
  /** Keeps an avatar where the avatars are. */
  writeAvatar(files: FileStore, name: string, content: Buffer): Promise<void>;
  /** Brings back what was there before: files as they were, and no folder that was created. Throws errors of the file system. */
  takeBack(): Promise<void>;
}

export function createRestoredFiles(): RestoredFiles {
  /** With the previous content; null where there was no file. */
  const written = new Map<string, Buffer | null>();
  const folders: string[] = [];
  const inBucket: (() => Promise<void>)[] = [];
  return {
    async write(file, content) {
      folders.push(...(await createFolder(dirname(file))));
      const previous = await readOptional(file);
      // A restore that was killed has left it already, and nothing is to be taken back.
      if (previous?.equals(Buffer.from(content))) return;
      if (!written.has(file)) written.set(file, previous);
      await writeWhole(file, content);
    },
    // A bucket has no folders, and an avatar's name is never used twice: what is there is the same.
    async writeAvatar(files, name, content) {
      if (!files.isBucket) return this.write(join(files.place, name), content);
      if (await files.read(name)) return;
      inBucket.push(() => files.remove(name));
      await files.write(name, content);
    },
    async takeBack() {
      for (const remove of inBucket) await remove();
      for (const [file, previous] of written)
        if (previous) await writeWhole(file, previous);
        else await rm(file, { force: true });
      // Another program may have put something into it meanwhile.
      for (const folder of folders.reverse()) await rmdir(folder).catch(() => undefined);
    },
  };
}

/** Returns the folders that were not there, the outermost first. */
async function createFolder(folder: string): Promise<string[]> {
  const outermost = await mkdir(folder, { recursive: true, mode: 0o700 });
  const created: string[] = [];
  if (outermost === undefined) return created;
  for (let inner = folder; ; inner = dirname(inner)) {
    created.unshift(inner);
    if (inner === outermost) return created;
  }
}

/** Null when there is no file. */
export async function readOptional(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
