/** The folder of pictures: each is a file under a random name, written whole or not at all. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "~/domain/errors";
import { UPLOAD_RETRY_AFTER_SECONDS } from "~/domain/limits";
import { createDecoder } from "./decoder";
import type { Picture } from "./re-encode";

export interface Pictures {
  /** Where the files are. */
  folder: string;
  /** Keeps a picture made of an upload; returns its file's name. Throws invalid, or unavailable when the disk is. */
  save(upload: Blob): Promise<string>;
  /** One that is not there is no error. */
  remove(file: string): Promise<void>;
  /** The files that nobody has written to since, half-written ones included. */
  listOlderThan(time: Date): Promise<string[]>;
  /** Ends the process that decodes them. */
  close(): void;
}

/** The pictures in `folder`, which is made with the first of them. `program` is the file that decodes them. */
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
      const files = await filesIn(folder);
      const times = await Promise.all(files.map((file) => changedAt(join(folder, file))));
      return files.filter((_, index) => (times[index] ?? time) < time);
    },
    close: () => decoder.close(),
  };
}

/** Under another name first: a file that is there is whole. */
async function write(folder: string, file: string, { bytes }: Picture): Promise<void> {
  const part = join(folder, `${file}.part`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(part, bytes, { flag: "wx", mode: 0o600, flush: true });
    await rename(part, join(folder, file));
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined); // It may be the very disk that fails.
    const retryAfterSeconds = UPLOAD_RETRY_AFTER_SECONDS;
    throw new AppError("unavailable", "profile:avatar.not_kept", { retryAfterSeconds, cause });
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Null for a file that has just been removed. */
async function changedAt(path: string): Promise<Date | null> {
  return stat(path).then(
    ({ mtime }) => mtime,
    () => null,
  );
}
