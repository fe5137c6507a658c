/** When the last backup was made. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { BACKUP_EXPECTED_EVERY_MS, HOUR_MS } from "~/domain/operator-limits";
import { pass, warn, type CheckResult } from "./check.server";

const recordShape = z.object({ finishedAt: z.iso.datetime() });

/** A backup of the product records its end in the data folder, as `{ "finishedAt": "2026-01-31T03:00:00Z" }`. */
export async function findLastBackup(dataDir: string): Promise<Date | null> {
  try {
    const record = JSON.parse(await readFile(join(dataDir, "last-backup.json"), "utf8")) as unknown;
    return new Date(recordShape.parse(record).finishedAt);
  } catch {
    return null;
  }
}

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
