/** When the last backup was made, and whether the scheduled ones succeed. */
import { accessSync, constants } from "node:fs";
import type { BackupSchedule } from "~/config.server";
import { BACKUP_EXPECTED_EVERY_MS, HOUR_MS } from "~/domain/operator-limits";
import { findJob } from "~/models/job.server";
import type { Store } from "~/models/store/store";
import { findLastBackup } from "../backup/last-backup.server";
import { fail, pass, warn, type CheckedInstallation, type CheckResult } from "./check.server";
import { findExisting } from "./machine-checks.server";

/** By what this machine has recorded: without a schedule an operator makes the backups, and should make them often. */
export async function checkBackup({
  config: { dataDir, backups },
  now,
}: CheckedInstallation): Promise<CheckResult> {
  if (backups && !isWritable(backups.folder))
    return fail(
      "Backup",
      `This user cannot write to ${backups.folder}.`,
      "Give the folder to the user who runs the product, or set BACKUP_DIR to another one.",
    );
  const last = await findLastBackup(dataDir);
  const ageMs = last ? now.getTime() - last.getTime() : Infinity;
  const finding = last ? `The last one is ${Math.floor(ageMs / HOUR_MS)} hours old.` : "No backup is known.";
  // Another machine may have made the scheduled ones.
  if (backups || ageMs <= BACKUP_EXPECTED_EVERY_MS) return pass("Backup", finding);
  return warn(
    "Backup",
    finding,
    "Set BACKUP_EVERY_HOURS, or make one every day, and try to restore it: docs/deployment.md.",
  );
}

/** By what the database knows of all machines. */
export async function checkBackupSchedule(
  store: Store,
  backups: BackupSchedule | null,
  now: Date,
): Promise<CheckResult> {
  const name = "Backup schedule";
  if (!backups) return pass(name, "None: BACKUP_EVERY_HOURS is not set.");
  const { failure = null, finishedAt = null } = (await findJob(store, { id: "backups" })) ?? {};
  if (failure !== null)
    return fail(
      name,
      `The last scheduled backup failed: ${failure}`,
      "Remove the cause. The product tries again by itself, and at once by the button at /master/jobs.",
    );
  const every = `Every ${backups.every / HOUR_MS} hours into ${backups.folder}`;
  const advice =
    "The product makes one within a minute after its start: see /master/jobs if it runs and makes none.";
  if (!finishedAt) return warn(name, `${every}; none was made so far.`, advice);
  const finding = `${every}; the last one ended at ${finishedAt.toISOString()}.`;
  const isLate = now.getTime() - finishedAt.getTime() > 2 * backups.every;
  return isLate ? warn(name, finding, advice) : pass(name, finding);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(findExisting(folder), constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
