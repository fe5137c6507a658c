/** The saved settings in a backup: those that another machine can use, and no secret in plain text. */
import * as z from "zod";
import { getSavedFile, readSavedFile } from "~/config/saved.server";
import { isSecretSetting } from "~/domain/setup";
import { BackupError } from "./backup-error.server";
import { readOptional, type RestoredFiles } from "./restored-files.server";

const settingsSchema = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string());

/** Where this machine keeps its data. Restoring them elsewhere would point the product at the old database. */
const OF_THE_MACHINE = new Set([
  "DATABASE_URL",
  "REDIS_URL",
  "APP_SECRET",
  "APP_SECRET_PREVIOUS",
  "HOST",
  "PORT",
  "BACKUP_DIR",
]);
/** How the product writes a value that it has encrypted. */
const ENCRYPTED = "v1.";

interface SavedSettings {
  /** JSON; null when nothing was saved. */
  text: string | null;
  /** The names of the settings that a backup leaves out. */
  omitted: string[];
}

export async function readSettings(dataDir: string): Promise<SavedSettings> {
  if ((await readOptional(getSavedFile(dataDir))) === null) return { text: null, omitted: [] };
  const settings = Object.entries(readSaved(dataDir));
  const isIncluded = ([name, value]: [string, string]) =>
    !OF_THE_MACHINE.has(name) && (!isSecretSetting(name) || value.startsWith(ENCRYPTED));
  const omitted = settings.filter((setting) => !isIncluded(setting)).map(([name]) => name);
  return { text: JSON.stringify(Object.fromEntries(settings.filter(isIncluded)), null, 2), omitted };
}

/** Throws BackupError for what the product could not start with. */
export function parseSettings(text: string): Record<string, string> {
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw createSettingsError(cause);
  }
}

/** The settings alone: a backup does not hold whether setup was finished, which the restored users say. */
function readSaved(dataDir: string): Record<string, string> {
  try {
    return readSavedFile(dataDir).settings;
  } catch (cause) {
    throw createSettingsError(cause);
  }
}

function createSettingsError(cause: unknown): BackupError {
  return new BackupError("The saved settings (config.json) are not readable as settings.", cause);
}

/** Saves the settings by `write`, unless others are saved already. Returns whether they are. */
export async function restoreSettings(
  dataDir: string,
  text: string,
  write: RestoredFiles["write"],
): Promise<boolean> {
  const file = getSavedFile(dataDir);
  const saved = await readOptional(file);
  if (saved !== null) return saved.toString() === text;
  await write(file, text);
  return true;
}
