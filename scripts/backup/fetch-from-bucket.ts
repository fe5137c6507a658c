/** Brings a scheduled backup out of the bucket, because a restore reads its file twice. */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { getOwnBackupFolder } from "../../app/config/backups.server";
import type { Config } from "../../app/config/config.server";
import { openBackupBucket } from "../../app/gateways/files/open-files";
import { BackupError } from "../../app/services/backup/backup-error.server";
import { writeUnderOtherName } from "../../app/services/backup/write-whole.server";

/**
 * Returns the path of the file: the given one, or where the backup with this s3:// URL was written to, which stays there.
 * Throws BackupError, or an error of the bucket or the file system.
 */
export async function fetchFromBucket(config: Config, file: string): Promise<string> {
  if (!file.startsWith("s3://")) return file;
  const bucket = await openBackupBucket(config);
  const name = bucket && file.startsWith(bucket.place) ? file.slice(bucket.place.length) : "";
  if (!bucket || !/^[\w-]+\.backup$/.test(name))
    throw new BackupError(`${file} is not in the bucket that STORAGE_URL names.`);
  const folder = getOwnBackupFolder(config.dataDir);
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const content = await bucket.download(name);
  if (!content) throw new BackupError(`${file} does not exist.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeUnderOtherName(path, async (handle) => {
    for await (const part of content as AsyncIterable<Buffer>) await handle.writeFile(part);
  });
  return path;
}
