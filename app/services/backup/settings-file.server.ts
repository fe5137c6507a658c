/** The saved settings in a backup: those that another machine can use, and no secret in plain text. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { BackupError } from "./backup-error.server";
import { writeWhole } from "./write-whole.server";

const settingsSchema = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string());

/** Where this machine keeps its data. Restoring them elsewhere would point the product at the old database. */
const OF_THE_MACHINE = new Set(["DATABASE_URL", "REDIS_URL", "APP_SECRET", "HOST", "PORT", "BACKUP_DIR"]);
const SECRET = /SECRET|^SMTP_URL$/;
/** How the product writes a value that it has encrypted. */
const ENCRYPTED = "v1.";

export interface SavedSettings {
  /** JSON; null when nothing was saved. */
  text: string | null;
  /** The names of the settings that a backup leaves out. */
  omitted: string[];
}

export async function readSettings(dataDir: string): Promise<SavedSettings> {
  const text = await readOptional(getSettingsFile(dataDir));
  if (text === null) return { text: null, omitted: [] };
  const settings = Object.entries(parseSettings(text));
  const isKept = ([name, value]: [string, string]) =>
    !OF_THE_MACHINE.has(name) && (!SECRET.test(name) || value.startsWith(ENCRYPTED));
  const omitted = settings.filter((setting) => !isKept(setting)).map(([name]) => name);
  return { text: JSON.stringify(Object.fromEntries(settings.filter(isKept)), null, 2), omitted };
}

/** Throws BackupError for what the product could not start with. */
export function parseSettings(text: string): Record<string, string> {
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError("The saved settings (config.json) are not readable as settings.", cause);
  }
}

/** Saves the settings unless others are saved already. Returns whether they are. */
export async function restoreSettings(dataDir: string, text: string): Promise<boolean> {
  const file = getSettingsFile(dataDir);
  const saved = await readOptional(file);
  if (saved !== null) return saved === text;
  await writeWhole(file, text);
  return true;
}

function getSettingsFile(dataDir: string): string {
  return join(dataDir, "config.json");
}

async function readOptional(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
