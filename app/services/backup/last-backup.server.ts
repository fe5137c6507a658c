/** When the last backup was made: a record in the data folder, for the checks of an installation. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { writeWhole } from "./write-whole.server";

const recordShape = z.object({ finishedAt: z.iso.datetime() });

/** Never throws: a backup that is made is none the worse without its record. */
export async function recordBackup(dataDir: string, finishedAt: Date): Promise<void> {
  await writeWhole(getRecordFile(dataDir), JSON.stringify({ finishedAt })).catch(() => undefined);
}

/** Null when none is known. */
export async function findLastBackup(dataDir: string): Promise<Date | null> {
  try {
    const record = JSON.parse(await readFile(getRecordFile(dataDir), "utf8")) as unknown;
    return new Date(recordShape.parse(record).finishedAt);
  } catch {
    return null;
  }
}

function getRecordFile(dataDir: string): string {
  return join(dataDir, "last-backup.json");
}
