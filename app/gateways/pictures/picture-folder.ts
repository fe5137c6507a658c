/** The folder of pictures. Each picture is a file under a random name, written completely or not at all. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "~/domain/errors";
import { UPLOAD_RETRY_AFTER_SECONDS } from "~/domain/limits";
import { createDecoder } from "./decoder";
import type { Picture } from "./re-encode";

export interface Pictures {
  /** The path of the folder. */
  folder: string;
  /**
   * Saves a picture made from an upload, and returns its file name. Throws invalid, or unavailable when the
   * disk fails.
   */
  save(upload: Blob): Promise<string>;
  /** A missing file is no error. */
  remove(file: string): Promise<void>;
  /** Lists the files that have not been written to since, including incomplete ones. */
  listOlderThan(time: Date): Promise<string[]>;
  /** Ends the process that decodes pictures. */
  close(): void;
}

/**
 * Opens the pictures in `folder`, which is created with the first of them. `program` is the file that decodes them.
 */
export function openPictures(folder: string, program: string): Pictures {
  const decoder = createDecoder(program);
  return {
    folder,
    async save(upload) {
      const picture = await decoder.decode(new Uint8Array(await upload.arrayBuffer()));
      const file = `${randomBytes(16).toString("hex")}.${picture.ending}`;
      await write(folder, file, picture);
      return file;
    },
    remove: (file) => rm(join(folder, file), { force: true }),
    async listOlderThan(time) {
      const files = await listFiles(folder);
      const times = await Promise.all(files.map((file) => findChangedAt(join(folder, file))));
      return files.filter((_, index) => (times[index] ?? time) < time);
    },
    close: () => decoder.close(),
  };
}

/** Writes under a temporary name first, so that a file with its final name is complete. */
async function write(folder: string, file: string, { bytes }: Picture): Promise<void> {
  const part = join(folder, `${file}.part`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(part, bytes, { flag: "wx", mode: 0o600, flush: true });
    await rename(part, join(folder, file));
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined); // The disk itself may have failed.
    const retryAfterSeconds = UPLOAD_RETRY_AFTER_SECONDS;
    throw new AppError("unavailable", "profile:avatar.not_kept", { retryAfterSeconds, cause });
  }
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Null for a file that was removed in the meantime. */
async function findChangedAt(path: string): Promise<Date | null> {
  return stat(path).then(
    ({ mtime }) => mtime,
    () => null,
  );
}
