/** When the last backup was made. */
import { BACKUP_EXPECTED_EVERY_MS, HOUR_MS } from "~/domain/operator-limits";
import { findLastBackup } from "../backup/last-backup.server";
import { pass, warn, type CheckResult } from "./check.server";

export async function checkBackup(dataDir: string, now: Date): Promise<CheckResult> {
  const last = await findLastBackup(dataDir);
  if (!last)
    return warn(
      "Backup",
      "No backup is known.",
      "Make one every day, and try to restore it: docs/deployment.md.",
    );
  const ageMs = now.getTime() - last.getTime();
  const finding = `The last one is ${Math.floor(ageMs / HOUR_MS)} hours old.`;
  if (ageMs <= BACKUP_EXPECTED_EVERY_MS) return pass("Backup", finding);
  return warn("Backup", finding, "Find out why none was made since.");
}
