/** When the last backup was made, and whether the scheduled ones succeed. */
import { accessSync, constants } from "node:fs";
import type { Config } from "~/config/config.server";
import { toMessage } from "~/domain/messages";
import { toBucketUrl } from "~/gateways/files/file-store";
import { findJob } from "~/models/job.server";
import type { Store } from "~/models/store/store";
import { hours, days } from "~/domain/limits";
import { findLastBackup } from "../backup/last-backup.server";
import { fail, pass, warn, type CheckedInstallation, type CheckResult } from "./check.server";
import { findExisting } from "./machine-checks.server";

export const HOUR_MS = hours(1);
const BACKUP_EXPECTED_EVERY_MS = days(2);

/** By what this machine has recorded: without a schedule an operator makes the backups, and should make them often. */
export async function checkBackup({
  config: { dataDir, backups },
  now,
}: CheckedInstallation): Promise<CheckResult> {
  if (backups && !isWritable(backups.folder)) {
    const finding = toMessage("checks:backup.not_writable", { folder: backups.folder });
    return fail("backup", finding, toMessage("checks:backup.give"));
  }
  const last = await findLastBackup(dataDir);
  const ageMs = last ? now.getTime() - last.getTime() : Infinity;
  const finding = last
    ? toMessage("checks:backup.age", { count: Math.floor(ageMs / HOUR_MS) })
    : toMessage("checks:backup.none");
  // Another machine may have made the newest of the scheduled ones: their own check knows.
  const isRecent = ageMs <= BACKUP_EXPECTED_EVERY_MS || (last !== null && backups !== null);
  if (isRecent) return pass("backup", finding);
  return warn("backup", finding, toMessage(backups ? "checks:backup.by_schedule" : "checks:backup.make"));
}

/** By what the database knows of all machines. */
export async function checkBackupSchedule(
  store: Store,
  { backups, storage }: Pick<Config, "backups" | "storage">,
  now: Date,
): Promise<CheckResult> {
  const name = "backup_schedule";
  if (!backups) return pass(name, toMessage("checks:backup_schedule.none"));
  const { failure = null, finishedAt = null } = (await findJob(store, { id: "backups" })) ?? {};
  if (failure !== null) {
    const finding = toMessage("checks:backup_schedule.failed", { reason: failure });
    return fail(name, finding, toMessage("checks:backup_schedule.correct"));
  }
  const folder = backups.isInBucket && storage ? toBucketUrl(storage, "backups") : backups.folder;
  const schedule = { count: backups.every / HOUR_MS, folder };
  const advice = toMessage("checks:backup_schedule.look");
  if (!finishedAt) return warn(name, toMessage("checks:backup_schedule.not_yet", schedule), advice);
  const finding = toMessage("checks:backup_schedule.last", { ...schedule, time: finishedAt.toISOString() });
  const isLate = now.getTime() - finishedAt.getTime() > 2 * backups.every;
  return isLate ? fail(name, finding, advice) : pass(name, finding);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(findExisting(folder), constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
