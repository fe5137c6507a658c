/** The built part of `npm run restore`: brings a backup into the empty database that DATABASE_URL names. */
import { existsSync, rmdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { inspectConfig, readBackupPassphrase, type Config } from "../app/config/config.server";
import { listDatabaseFiles } from "../app/config/data-dir.server";
import type { Database } from "../app/models/store/database";
import { restoreBackup, type RestoreResult } from "../app/services/backup/restore-backup.server";
import { createSecrets } from "../app/crypto/secrets.server";
import { askPassphrase } from "./backup/passphrase";
import { showProgress } from "./backup/progress";
import { fetchFromBucket } from "./backup/fetch-from-bucket";
import { openParts, runCommand, type Parts } from "./backup/run-command";

const USAGE =
  "Usage: npm run restore -- FILE, with DATABASE_URL set to an empty database. FILE may be the s3:// URL of a scheduled backup";

/** Prints what it did. Returns the exit code. */
export function runRestore(given: readonly string[]): Promise<number> {
  return runCommand(USAGE, async () => {
    const [file, ...more] = parseArgs({ args: [...given], allowPositionals: true }).positionals;
    if (file === undefined || more.length > 0) return null;
    // Reads the settings only: a first secret would be another one than the backup's.
    const config = inspectConfig();
    const removeCreated = noteWhatIsMissing(config);
    const parts = await openParts(config);
    try {
      const done = await restore(parts, await fetchFromBucket(config, file));
      await parts.database.close();
      return toMessage(done);
    } catch (error) {
      const isUndone = await isEmptied(parts.database);
      await parts.database.close();
      if (isUndone) removeCreated();
      throw error;
    }
  });
}

async function restore(parts: Parts, file: string): Promise<RestoreResult> {
  const { appSecret } = parts.config;
  const progress = showProgress("Restoring");
  try {
    return await restoreBackup({
      app: { ...parts, secrets: appSecret === "" ? null : createSecrets(parts.config) },
      file,
      askPassphrase: async () =>
        readBackupPassphrase() ?? (await askPassphrase("Passphrase of the backup: ")),
      onProgress: progress.update,
    });
  } finally {
    progress.stop();
  }
}

/** Returns a function that removes the data folder and the file of a SQLite database, if only this restore has created them. */
function noteWhatIsMissing({ dataDir, databaseUrl }: Config): () => void {
  const hadFolder = existsSync(dataDir);
  const hadDatabase = listDatabaseFiles(databaseUrl).length > 0;
  return () => {
    if (!hadDatabase) for (const path of listDatabaseFiles(databaseUrl)) rmSync(path, { force: true });
    if (!hadFolder && existsSync(dataDir)) removeEmptyFolder(dataDir);
  };
}

function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it.
  }
}

/** Whether a restore that has failed has left no row. Otherwise the same restore continues with what is there. */
async function isEmptied(database: Database): Promise<boolean> {
  return database.readSchemaState().then(
    ({ isRestoring }) => !isRestoring,
    () => false,
  );
}

function toMessage({ rows, pictures, createdAt, ...done }: RestoreResult): string {
  const lines = [
    `Restored ${rows} rows and ${pictures} pictures of ${createdAt}. Everyone has to sign in again.`,
  ];
  if (done.areSettingsRestored === true) lines.push("The saved settings are restored.");
  if (done.areSettingsRestored === false) lines.push("The saved settings stay as they were here.");
  if (done.needsRekey)
    lines.push("It was made with the former secret: run npm run rekey before you remove that secret.");
  if (done.isSecretRestored) lines.push("APP_SECRET is restored, in app.secret.");
  return lines.join("\n");
}
