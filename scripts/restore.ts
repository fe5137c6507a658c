/** What `npm run restore` runs after the build: brings a backup into the empty database that DATABASE_URL names. */
import { parseArgs } from "node:util";
import { readBackupPassphrase } from "../app/config.server";
import { restoreBackup, type RestoreResult } from "../app/services/backup/restore-backup.server";
import { askPassphrase } from "./backup/passphrase";
import { showProgress } from "./backup/progress";
import { openParts, runCommand } from "./backup/run-command";

const USAGE = "Usage: npm run restore -- FILE, with DATABASE_URL set to an empty database";

/** Prints what it did. Returns the exit code. */
export function runRestore(given: readonly string[]): Promise<number> {
  return runCommand(USAGE, async () => {
    const [file, ...more] = parseArgs({ args: [...given], allowPositionals: true }).positionals;
    if (file === undefined || more.length > 0) return null;
    const app = await openParts();
    const progress = showProgress("Restoring");
    try {
      const done = await restoreBackup({
        app,
        file,
        askPassphrase: async () =>
          readBackupPassphrase() ?? (await askPassphrase("Passphrase of the backup: ")),
        onProgress: progress.update,
      });
      progress.stop();
      return toMessage(done);
    } finally {
      progress.stop();
      await app.store.close();
    }
  });
}

function toMessage({ rows, pictures, createdAt, ...done }: RestoreResult): string {
  const lines = [
    `Restored ${rows} rows and ${pictures} pictures of ${createdAt}. Everyone has to sign in again.`,
  ];
  if (done.areSettingsRestored === true) lines.push("The saved settings are restored.");
  if (done.areSettingsRestored === false) lines.push("The saved settings stay as they were here.");
  if (done.isSecretRestored) lines.push("APP_SECRET is restored, in app.secret.");
  return lines.join("\n");
}
