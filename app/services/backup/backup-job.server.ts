/** Scheduled backups: makes one whenever it is due, and deletes the oldest ones. */
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackupSchedule } from "~/config.server";
import { BACKUP_PART_KEPT_MS } from "~/domain/backup-limits";
import { JOB_POLL_MS } from "~/domain/job-limits";
import type { Log } from "~/log.server";
import type { Job } from "../platform/jobs/jobs.server";
import { BackupError } from "./backup-error.server";
import { createBackup, type BackupApp, type BackupResult } from "./create-backup.server";

/** A backup of the schedule, in the order of time. Others that an operator keeps in the folder are left alone. */
const SCHEDULED = /^scheduled-\d{8}T\d{6}Z\.backup$/;
/** What is written until the backup is whole. */
const PART = /^scheduled-\d{8}T\d{6}Z\.backup\.\w+\.part$/;

export function createBackupJob(
  app: BackupApp & { log: Pick<Log, "info" | "error"> },
  schedule: BackupSchedule,
): Job {
  return {
    name: "backups",
    every: schedule.every,
    firstAfter: JOB_POLL_MS,
    isExclusive: true,
    keepsSchedule: true,
    async run(signal) {
      const { file, rows, pictures } = await makeScheduledBackup(app, { schedule, signal });
      app.log.info({ file, rows, pictures }, "a backup was made");
    },
    report: (cause) => app.log.error({ err: cause }, "the scheduled backup could not be made"),
  };
}

/**
 * Writes a new file into the folder, and then deletes the oldest beyond `keep`. Throws BackupError, an error of the file
 * system or StoreUnavailableError: no file is left of the new backup then, and all older ones are kept.
 */
export async function makeScheduledBackup(
  app: BackupApp,
  { schedule, signal, at = new Date() }: { schedule: BackupSchedule; signal?: AbortSignal; at?: Date },
): Promise<BackupResult & { file: string }> {
  const { folder, keep } = schedule;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteAbandonedParts(folder, at);
  const file = join(folder, toFileName(at));
  const made = await createBackup({ app, file, signal, at }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
    throw new BackupError("The process stopped before the backup was complete, so it is made again.");
  });
  await deleteOldest(folder, keep);
  return { ...made, file };
}

function toFileName(at: Date): string {
  return `scheduled-${at.toISOString().replace(/[-:]|\.\d+/g, "")}.backup`;
}

async function deleteOldest(folder: string, keep: number): Promise<void> {
  const files = (await readdir(folder)).filter((name) => SCHEDULED.test(name)).sort();
  for (const name of files.slice(0, -keep)) await rm(join(folder, name), { force: true });
}

/** A process that is killed while it writes cannot delete what it has written. */
async function deleteAbandonedParts(folder: string, at: Date): Promise<void> {
  for (const name of (await readdir(folder)).filter((found) => PART.test(found))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < at.getTime() - BACKUP_PART_KEPT_MS) await rm(path, { force: true });
  }
}
