/** Users' avatars. Each is a file under a random name, newly made from what was uploaded. */
import { randomBytes } from "node:crypto";
import { AppError } from "~/domain/errors";
import { UPLOAD_RETRY_AFTER_SECONDS } from "~/domain/limits";
import { AVATARS_MARKER } from "~/domain/stored-names";
import type { FileStore } from "../files/file-store";
import { createDecoder } from "./decoder";

export interface Avatars {
  files: FileStore;
  /**
   * Saves an avatar made from an upload, and returns its file name. Throws invalid, or unavailable when the disk or the
   * bucket fails.
   */
  save(upload: Blob): Promise<string>;
  /** A missing file is no error. */
  remove(file: string): Promise<void>;
  /** Lists the files that have not been written to since, including incomplete ones. */
  listOlderThan(time: Date): Promise<string[]>;
  /** Ends the process that decodes avatars. */
  close(): void;
}

/** Opens the avatars in `files`. `program` is the file that decodes them. */
export function openAvatars(files: FileStore, program: string): Avatars {
  const decoder = createDecoder(program);
  return {
    files,
    async save(upload) {
      const avatar = await decoder.decode(new Uint8Array(await upload.arrayBuffer()));
      const file = `${randomBytes(16).toString("hex")}.${avatar.ending}`;
      await files.write(file, avatar.bytes).catch((cause: unknown) => {
        const retryAfterSeconds = UPLOAD_RETRY_AFTER_SECONDS;
        throw new AppError("unavailable", "profile:avatar.not_kept", { retryAfterSeconds, cause });
      });
      return file;
    },
    remove: (file) => files.remove(file),
    async listOlderThan(time) {
      const found = await files.list();
      return found
        .filter(({ name, changedAt }) => name !== AVATARS_MARKER && changedAt < time)
        .map(({ name }) => name);
    },
    close: () => decoder.close(),
  };
}
