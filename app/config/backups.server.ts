/** The settings of scheduled backups: how often, where, and how many are kept. */
import { join, resolve } from "node:path";
import * as z from "zod";
import { hours } from "~/domain/limits";

/** The longest BACKUP_EVERY_HOURS: a month. */
const BACKUP_EVERY_MAX_HOURS = 31 * 24;
/** How many scheduled backups are kept: without BACKUP_KEEP, and at most. */
const BACKUP_KEEP_DEFAULT = 7;
const BACKUP_KEEP_MAX = 1000;

export interface BackupSchedule {
  /** How often a backup is made, in milliseconds. */
  every: number;
  /** Where the backups are written: an absolute path. A bucket gets them from there. */
  folder: string;
  /** Whether each is moved into the bucket of STORAGE_URL. */
  isInBucket: boolean;
  /** How many of the scheduled backups are kept. */
  keep: number;
}

export const backupSettings = {
  BACKUP_EVERY_HOURS: z.coerce.number().int().min(1).max(BACKUP_EVERY_MAX_HOURS).optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(BACKUP_KEEP_MAX).default(BACKUP_KEEP_DEFAULT),
};

type BackupSettings = z.output<z.ZodObject<typeof backupSettings>>;

/** Null without BACKUP_EVERY_HOURS: the product makes no backups by itself. A folder that is named wins over the bucket. */
export function readBackupSchedule(
  { BACKUP_EVERY_HOURS: every, BACKUP_DIR: folder, BACKUP_KEEP: keep }: BackupSettings,
  { dataDir, hasBucket }: { dataDir: string; hasBucket: boolean },
): BackupSchedule | null {
  if (every === undefined) return null;
  const isInBucket = hasBucket && folder === undefined;
  return { every: hours(every), folder: resolve(folder ?? getOwnBackupFolder(dataDir)), isInBucket, keep };
}

/** The folder in the data folder, which the product can write wherever it runs. */
export function getOwnBackupFolder(dataDir: string): string {
  return join(dataDir, "backups");
}
