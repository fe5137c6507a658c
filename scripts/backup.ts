/** What `npm run backup` runs after the build: writes a backup while the product serves, or while it is stopped. */
import { parseArgs } from "node:util";
import { readBackupPassphrase, readConfig } from "../app/config.server";
import { BackupError } from "../app/services/backup/backup-error.server";
import { createBackup } from "../app/services/backup/create-backup.server";
import { createSecrets } from "../app/services/platform/crypto/secrets.server";
import { askNewPassphrase } from "./backup/passphrase";
import { showProgress } from "./backup/progress";
import { openParts, runCommand } from "./backup/run-command";

const USAGE = "Usage: npm run backup -- FILE, or with the secret: npm run backup -- FILE --with-secret";

/** Prints what it did. Returns the exit code. */
export function runBackup(given: readonly string[]): Promise<number> {
  return runCommand(USAGE, async () => {
    const { values, positionals } = parseArgs({
      args: [...given],
      options: { "with-secret": { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return null;
    const passphrase = values["with-secret"] ? (readBackupPassphrase() ?? (await askNewPassphrase())) : null;
    const config = readConfig();
    const app = { ...(await openParts(config)), secrets: createSecrets(config.appSecret) };
    const progress = showProgress("Backing up");
    const interrupt = new AbortController();
    process.once("SIGINT", () => interrupt.abort(new BackupError("Stopped: there is no backup.")));
    try {
      const { signal } = interrupt;
      const done = await createBackup({ app, file, passphrase, signal, onProgress: progress.update });
      progress.stop();
      return toMessage(file, done, passphrase !== null);
    } finally {
      progress.stop();
      await app.store.close();
    }
  });
}

function toMessage(
  file: string,
  { rows, pictures, omittedSettings }: Awaited<ReturnType<typeof createBackup>>,
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
