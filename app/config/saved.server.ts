/**
 * The settings that setup has saved: config.json in the data folder. It is written whole or not at all, and each secret in
 * it is encrypted under the application secret, for its own name.
 */
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { isSecretSetting, SETUP_LEVELS, SETUP_STEPS } from "~/domain/setup";
import { createSecrets, type EncryptedWith, type SecretKeys } from "~/crypto/secrets.server";
import { seconds } from "~/domain/limits";
import { ConfigError } from "./keys.server";
import { createPartName, replaceFile } from "./replace-file.server";

/** The lock of a process that was killed while it saved. Saving takes a few milliseconds. */
const SETTINGS_LOCK_STALE_MS = seconds(10);

/** The file cannot be used. The product serves nothing then, because it must not look like a fresh install. */
export class SavedSettingsError extends ConfigError {
  readonly file: string;
  readonly reason: string;

  constructor(file: string, reason: string, cause?: unknown) {
    super(`${file} is not readable as saved settings: ${reason}. Restore it from a backup.`, cause);
    this.name = "SavedSettingsError";
    this.file = file;
    this.reason = reason;
  }
}

/** Another process is writing the file, or has written it since it was read. */
export class SettingsConflictError extends Error {}

const nameSchema = z.string().regex(/^[A-Z][A-Z0-9_]*$/);
const timeSchema = z.iso.datetime().nullable().default(null);
const testSchema = z.object({ at: z.iso.datetime(), level: z.enum(SETUP_LEVELS) });

const fileSchema = z.object({
  version: z.literal(1),
  /** Grows by one with each change, so that the second of two forms notices the first. */
  revision: z.number().int().min(0),
  /** By the names of their variables; a secret is encrypted. */
  settings: z.record(nameSchema, z.string()),
  /** When each step was last tested, and with what result. */
  tests: z.partialRecord(z.enum(SETUP_STEPS), testSchema).default({}),
  /** When setup was finished, and when it was opened again after that. ISO 8601. */
  finishedAt: timeSchema,
  reopenedAt: timeSchema,
});

export type SavedFile = z.output<typeof fileSchema>;

const NOTHING: SavedFile = {
  version: 1,
  revision: 0,
  settings: {},
  tests: {},
  finishedAt: null,
  reopenedAt: null,
};

/** Without the envelope: only names and values, as an operator writes the file by hand, and as a backup holds it. */
const plainSchema = z.record(nameSchema, z.string()).transform((settings) => ({ ...NOTHING, settings }));

/** Reads the file as it is, with encrypted secrets. Throws SavedSettingsError. */
export function readSavedFile(dataDir: string): SavedFile {
  const file = getSavedFile(dataDir);
  if (!existsSync(file)) return NOTHING;
  try {
    return z.union([fileSchema, plainSchema]).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new SavedSettingsError(file, describeFault(cause), cause);
  }
}

/** The settings in plain text. Throws SavedSettingsError when a secret was encrypted with another application secret. */
export function decryptSettings(
  dataDir: string,
  settings: SavedFile["settings"],
  keys: SecretKeys,
): Record<string, string> {
  const { decrypt } = createSecrets(keys);
  const decryptValue = (name: string, value: string): string => {
    if (!isEncrypted(name, value)) return value;
    try {
      return decrypt(`setting_${name}`, value);
    } catch (cause) {
      const reason = `${name} was encrypted with another APP_SECRET`;
      throw new SavedSettingsError(getSavedFile(dataDir), reason, cause);
    }
  };
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, decryptValue(name, value)]),
  );
}

/** Whether any of them can be read only with the application secret. */
export function hasEncrypted(settings: SavedFile["settings"]): boolean {
  return Object.entries(settings).some(([name, value]) => isEncrypted(name, value));
}

/** Adds changed settings to those of the file: a secret is encrypted, and null removes one. */
export function mergeSettings(
  settings: SavedFile["settings"],
  changes: Readonly<Record<string, string | null>>,
  keys: SecretKeys,
): Record<string, string> {
  const { encrypt } = createSecrets(keys);
  const merged = new Map(Object.entries(settings));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) merged.delete(name);
    else merged.set(name, isSecretSetting(name) ? encrypt(`setting_${name}`, value) : value);
  }
  return Object.fromEntries(merged);
}

/** How many secrets of the file each kind of key has encrypted. */
export function countSavedSecrets(dataDir: string, keys: SecretKeys): Record<EncryptedWith, number> {
  const { findSecret } = createSecrets(keys);
  const counts = { current: 0, other: 0, unknown: 0 };
  for (const [name, value] of Object.entries(readSavedFile(dataDir).settings))
    if (isEncrypted(name, value)) counts[findSecret(`setting_${name}`, value)] += 1;
  return counts;
}

/**
 * Encrypts again what another secret than the one in use has encrypted. Returns how many that were. Throws
 * SettingsConflictError when another process writes the file, and SavedSettingsError when no secret decrypts one.
 */
export function rekeySavedSecrets(dataDir: string, keys: SecretKeys): number {
  const saved = readSavedFile(dataDir);
  const { other } = countSavedSecrets(dataDir, keys);
  if (other === 0) return 0;
  const plain = decryptSettings(dataDir, saved.settings, keys);
  const names = Object.keys(saved.settings).filter((name) => isEncrypted(name, saved.settings[name] ?? ""));
  const changes = Object.fromEntries(names.map((name) => [name, plain[name] ?? ""]));
  const settings = mergeSettings(saved.settings, changes, keys);
  // A form that was opened before is refused, because it would bring back what it has read.
  writeSavedFile(dataDir, { ...saved, settings, revision: saved.revision + 1 }, saved.revision);
  return other;
}

/**
 * Replaces the file, whose revision must still be `expected`, by `next`. Throws SettingsConflictError when it has another
 * revision by now, and the error of the file system when it cannot be written; the previous file
 * is whole then. It runs without interruption, so no other request of this process comes between.
 */
export function writeSavedFile(dataDir: string, next: SavedFile, expected: number): void {
  const file = getSavedFile(dataDir);
  const lock = `${file}.lock`;
  takeLock(lock);
  try {
    if (readSavedFile(dataDir).revision !== expected) throw new SettingsConflictError();
    replaceFile(file, `${JSON.stringify(next, null, 2)}\n`);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Throws the error of the file system when no file can be created next to the saved one now. */
export function requireWritableFolder(dataDir: string): void {
  const part = createPartName(getSavedFile(dataDir));
  closeSync(openSync(part, "wx", 0o600));
  rmSync(part);
}

export function getSavedFile(dataDir: string): string {
  return join(dataDir, "config.json");
}

/** How the product writes a value that it has encrypted. */
function isEncrypted(name: string, value: string): boolean {
  return isSecretSetting(name) && value.startsWith("v1.");
}

/** Another process may write at the same moment. One that was killed meanwhile has left its lock, which is old then. */
function takeLock(lock: string): void {
  if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > SETTINGS_LOCK_STALE_MS)
    rmSync(lock, { force: true });
  try {
    closeSync(openSync(lock, "wx", 0o600));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") throw new SettingsConflictError();
    throw cause;
  }
}

/** Says what is wrong, and nothing of the content, which may be a secret. */
function describeFault(cause: unknown): string {
  if (cause instanceof SyntaxError) return "it is not JSON";
  if (cause instanceof z.ZodError) return "it does not have the expected fields";
  const { code } = cause as NodeJS.ErrnoException;
  return code === undefined ? "it cannot be read" : `it cannot be read (${code})`;
}
