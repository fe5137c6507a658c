/** The built part of `npm run backup`: writes a backup while the product serves, or while it is stopped. */
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { getOwnBackupFolder } from "../app/config/backups.server";
import { readBackupPassphrase, readConfig } from "../app/config/config.server";
import { BackupError, toFileError } from "../app/services/backup/backup-error.server";
import { createBackup, type BackupResult } from "../app/services/backup/create-backup.server";
import { recordBackup } from "../app/services/backup/last-backup.server";
import { createSecrets } from "../app/crypto/secrets.server";
import { askNewPassphrase } from "./backup/passphrase";
import { showProgress } from "./backup/progress";
import { openParts, runCommand } from "./backup/run-command";

const USAGE = "Usage: npm run backup -- FILE, or with the secret: npm run backup -- FILE --with-secret";

/** Prints what it did. Returns the exit code. */
export function runBackup(words: readonly string[]): Promise<number> {
  return runCommand(USAGE, async () => {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { "with-secret": { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const [given, ...more] = positionals;
    if (given === undefined || more.length > 0) return null;
    const file = resolve(given);
    const passphrase = values["with-secret"] ? (readBackupPassphrase() ?? (await askNewPassphrase())) : null;
    const config = readConfig();
    const app = { ...(await openParts(config)), secrets: createSecrets(config) };
    const progress = showProgress("Backing up");
    const interrupt = new AbortController();
    process.once("SIGINT", () => interrupt.abort(new BackupError("Stopped: there is no backup.")));
    try {
      const { signal } = interrupt;
      await createOwnFolder(file, app.config.dataDir);
      const done = await createBackup({ app, file, passphrase, signal, onProgress: progress.update });
      progress.stop();
      await recordBackup(app.config.dataDir, new Date());
      requireAvatars(file, done);
      return toMessage(file, done, passphrase !== null);
    } catch (error) {
      throw nameOwnFolder(error, app.config.dataDir);
    } finally {
      progress.stop();
      await app.database.close();
    }
  });
}

/** A backup without all avatars is kept, and is no success: they may be on the disk of another host. */
function requireAvatars(file: string, { missingAvatars, rows, pictures }: BackupResult): void {
  const [first] = missingAvatars;
  if (first === undefined) return;
  throw new BackupError(
    `${file} holds ${rows} rows and ${pictures} pictures, but ${missingAvatars.length} pictures that users have ` +
      `are not here, such as ${first}. Run the command on the host that has them, or share them: set STORAGE_URL on every host.`,
  );
}

/** The product's own folder of backups is there when the first one is made; another folder is the operator's. */
async function createOwnFolder(file: string, dataDir: string): Promise<void> {
  const folder = getOwnBackupFolder(dataDir);
  if (dirname(file) !== folder) return;
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw toFileError(error, file);
  });
}

/** Says where the product's user can write, when the file lies where they cannot. */
function nameOwnFolder(error: unknown, dataDir: string): unknown {
  if (!(error instanceof BackupError) || !isNotWritable(error.cause)) return error;
  return new BackupError(`${error.message}. Name a file in ${getOwnBackupFolder(dataDir)}.`, error.cause);
}

function isNotWritable(cause: unknown): boolean {
  return (
    cause instanceof Error && "code" in cause && ["EACCES", "EPERM", "EROFS"].includes(String(cause.code))
  );
}

function toMessage(
  file: string,
  { rows, pictures, omittedSettings }: BackupResult,
  hasSecret: boolean,
): string {
  const lines = [`${file} holds ${rows} rows and ${pictures} pictures.`];
  if (omittedSettings.length > 0)
    lines.push(
      `These saved settings are not in it, set them where you restore it: ${omittedSettings.join(", ")}.`,
    );
  lines.push(
    hasSecret
      ? "APP_SECRET is in it, encrypted under your passphrase."
      : "APP_SECRET is not in it. Without that secret two-factor, webhooks and waiting mails cannot be restored: keep a copy.",
  );
  return lines.join("\n");
}
