/** A process that makes or restores a backup, and kills itself when a given part of the rows is done; else it prints its memory in MiB. */
import { createBackup } from "~/services/backup/create-backup.server";
import { restoreBackup } from "~/services/backup/restore-backup.server";
import { openStore } from "~/models/store/open-store";
import { createBackupApp, type BackupWork } from "./backups";

const { kind, url, dataDir, file, killAt } = JSON.parse(process.argv[2] ?? "") as BackupWork;
const store = await openStore(url, { statementTimeoutMs: 60_000 });
const app = createBackupApp(store, dataDir);
const onProgress = (done: number, total: number) => {
  if (killAt !== null && done >= killAt * total) process.kill(process.pid, "SIGKILL");
};
if (kind === "backup") await createBackup({ app, file, onProgress });
else await restoreBackup({ app, file, onProgress, askPassphrase: () => Promise.resolve("") });
await store.close();
process.stdout.write(String(process.resourceUsage().maxRSS / 1024));
