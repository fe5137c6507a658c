/** Scheduled backups: makes one whenever it is due, moves it into the bucket if there is one, and deletes the oldest ones. */
import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackupSchedule, Config } from "~/config/config.server";
import type { BucketFiles } from "~/gateways/files/bucket-files";
import type { FileStore } from "~/gateways/files/file-store";
import { openFolderFiles } from "~/gateways/files/folder-files";
import { openBackupBucket } from "~/gateways/files/open-files";
import type { Log } from "~/log.server";
import { hours } from "~/domain/limits";
import { JOB_POLL_MS } from "~/domain/jobs";
import { findFileOwner } from "../users/shared-avatars.server";
import type { Job } from "../platform/jobs/jobs.server";
import { BackupError } from "./backup-error.server";
import { createBackup, type BackupApp, type BackupResult } from "./create-backup.server";
import { recordBackup } from "./last-backup.server";

/** The part of a backup that a killed process left is deleted once it was not written to for this long. */
const BACKUP_PART_KEPT_MS = hours(1);

/** A backup of the schedule, in the order of time. Others that an operator keeps in the folder are left alone. */
const SCHEDULED = /^scheduled-\d{8}T\d{6}Z\.backup$/;
/** The file of a backup until it is whole. */
const PART = /^scheduled-\d{8}T\d{6}Z\.backup\.\w+\.part$/;

export function createBackupJob(
  app: BackupApp & { config: Pick<Config, "storage">; log: Pick<Log, "info" | "error"> },
  schedule: BackupSchedule,
): Job {
  return {
    name: "backups",
    every: schedule.every,
    firstAfter: JOB_POLL_MS,
    isExclusive: true,
    keepsSchedule: true,
    async run(signal) {
      const bucket = schedule.isInBucket ? await openOwnBucket(app) : null;
      const { file, rows, pictures, missingAvatars } = await makeScheduledBackup(app, {
        ...{ schedule, bucket, signal },
      });
      app.log.info({ file, rows, pictures }, "a backup was made");
      if (missingAvatars.length > 0)
        app.log.error(
          { file, missing: missingAvatars.length, pictures: missingAvatars.slice(0, 5) },
          "pictures that users have are not in the backup",
        );
    },
    report: (cause) => app.log.error({ err: cause }, "the scheduled backup could not be made"),
  };
}

/** Throws BackupError for the bucket of another installation, whose backups would be deleted as the oldest. */
async function openOwnBucket({
  store,
  config,
  avatars,
}: BackupApp & { config: Pick<Config, "storage"> }): Promise<BucketFiles | null> {
  if ((await findFileOwner({ store, files: avatars.files })) === "foreign")
    throw new BackupError(
      `${avatars.files.place} has the files of another installation: name another folder in STORAGE_URL.`,
    );
  return openBackupBucket(config);
}

interface ScheduledBackup {
  schedule: Pick<BackupSchedule, "folder" | "keep">;
  /** Where the backup is moved to when it is complete; null: it stays in the folder. */
  bucket?: BucketFiles | null;
  signal?: AbortSignal;
  at?: Date;
}

/**
 * Writes a new file into the folder, moves it into the bucket, and then deletes the oldest beyond `keep`. Throws BackupError,
 * an error of the file system or of the bucket, or StoreUnavailableError: no file is left of the new backup then, and all
 * older ones are kept.
 */
export async function makeScheduledBackup(
  app: BackupApp,
  { schedule, bucket = null, signal, at = new Date() }: ScheduledBackup,
): Promise<BackupResult & { file: string }> {
  const { folder, keep } = schedule;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteAbandonedParts(folder, at);
  const name = toFileName(at);
  const file = join(folder, name);
  const made = await createBackup({ app, file, signal, at }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
    throw new BackupError("The process stopped before the backup was complete, so it is made again.");
  });
  if (bucket) await moveIntoBucket(bucket, { file, name, signal });
  await recordBackup(app.config.dataDir, new Date());
  await deleteOldest(bucket ?? openFolderFiles(folder), keep);
  return { ...made, file: bucket ? bucket.place + name : file };
}

async function moveIntoBucket(
  bucket: BucketFiles,
  { file, name, signal }: { file: string; name: string; signal: AbortSignal | undefined },
): Promise<void> {
  try {
    await bucket.upload(name, createReadStream(file), signal);
  } finally {
    await rm(file, { force: true });
  }
}

function toFileName(at: Date): string {
  return `scheduled-${at.toISOString().replace(/[-:]|\.\d+/g, "")}.backup`;
}

async function deleteOldest(files: FileStore, keep: number): Promise<void> {
  const names = (await files.list()).map(({ name }) => name).filter((name) => SCHEDULED.test(name));
  for (const name of names.sort().slice(0, -keep)) await files.remove(name);
}

/** A process that is killed while it writes cannot delete what it has written. */
async function deleteAbandonedParts(folder: string, at: Date): Promise<void> {
  for (const name of (await readdir(folder)).filter((found) => PART.test(found))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < at.getTime() - BACKUP_PART_KEPT_MS) await rm(path, { force: true });
  }
}
