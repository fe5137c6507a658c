/** Opens the files of one kind where the settings say that they are. */
import { join } from "node:path";
import type { BucketFiles } from "./bucket-files";
import type { BucketPlace, FileStore } from "./file-store";
import { openFolderFiles } from "./folder-files";

interface FilePlace {
  dataDir: string;
  /** Null: the data folder has the files. */
  storage: BucketPlace | null;
}

/** The users' avatars. */
export function openAvatarFiles({ dataDir, storage }: FilePlace): Promise<FileStore> {
  return storage
    ? openBucket(storage, "avatars")
    : Promise.resolve(openFolderFiles(join(dataDir, "avatars")));
}

/** Backups; null without a bucket, because a folder of backups needs nothing that the file system has not. */
export function openBackupBucket({ storage }: Pick<FilePlace, "storage">): Promise<BucketFiles | null> {
  return storage ? openBucket(storage, "backups") : Promise.resolve(null);
}

/** The client is large, and most installations have no bucket. */
async function openBucket(storage: BucketPlace, folder: string): Promise<BucketFiles> {
  const { openBucketFiles } = await import("./bucket-files");
  return openBucketFiles(storage, folder);
}
