/** When the last backup was made. */
import { BACKUP_EXPECTED_EVERY_MS, HOUR_MS } from "~/domain/operator-limits";
import { findLastBackup } from "../backup/last-backup.server";
import { toMessage } from "~/domain/messages";
import { pass, warn, type CheckResult } from "./check.server";

export async function checkBackup(dataDir: string, now: Date): Promise<CheckResult> {
  const last = await findLastBackup(dataDir);
  if (!last) return warn("backup", toMessage("checks:backup.none"), toMessage("checks:backup.make"));
  const ageMs = now.getTime() - last.getTime();
  const finding = toMessage("checks:backup.age", { count: Math.floor(ageMs / HOUR_MS) });
  if (ageMs <= BACKUP_EXPECTED_EVERY_MS) return pass("backup", finding);
  return warn("backup", finding, toMessage("checks:backup.find_out"));
}
