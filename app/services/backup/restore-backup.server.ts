/** Restores a backup into an empty database of any kind. It can be run again after it was killed. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "~/gateways/files/file-store";
import { ANY_ENTITIES } from "~/models/all-entities";
import { DuplicateError, type Store } from "~/models/store/store";
import { BACKED_UP, deleteAllRows, isStoreEmpty } from "~/models/whole-store.server";
import { createSecrets, type Secrets } from "~/crypto/secrets.server";
import type { App } from "../platform/app.server";
import { BackupError, toFileError } from "./backup-error.server";
import { toEntityFile, type Manifest } from "./manifest.server";
import { readBackup, type BackupItem } from "./read-backup.server";
import { measureRows } from "./row-lines.server";
import { createRestoredFiles, type RestoredFiles } from "./restored-files.server";
import { decryptAppSecret } from "./secret-file.server";
import { restoreSettings } from "./settings-file.server";

interface RestoreOptions {
  app: Pick<App, "store" | "database"> & {
    /** Null where the first start has not created the secret yet. */
    secrets: Secrets | null;
    /** The secret is empty where there is none yet. */
    config: Pick<App["config"], "dataDir" | "appSecret">;
    avatars: { files: FileStore };
  };
  file: string;
  /** Asks for the passphrase of the secret in the backup. Not called when the secret is not needed. */
  askPassphrase: () => Promise<string>;
  /** Receives how many of all rows are done. Each row counts three times: verified, written, and compared. */
  onProgress?: (done: number, total: number) => void;
}

export interface RestoreResult {
  rows: number;
  pictures: number;
  /** When the backup was made. */
  createdAt: string;
  /** Null when the backup has no settings; false when this installation has its own already. */
  areSettingsRestored: boolean | null;
  isSecretRestored: boolean;
  /** Whether its rows need a secret of this installation that only reads. */
  needsRekey: boolean;
}

/**
 * Reads the whole backup before it changes anything, and afterwards compares the database with it. Sessions and one-time
 * links are not in a backup, so everyone has to sign in again. Throws BackupError with what to do, or
 * StoreUnavailableError. After an error the database is as empty as before, and the data folder as it was; or a mark keeps
 * the product from starting on the database, and the message says so.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { app, file } = options;
  const verified = await verifyBackup(options);
  const appSecret = await findNewSecret(verified, options);
  await requireEmptyDatabase(app);
  const restored: Restored = { pictures: 0, settings: null, files: createRestoredFiles() };
  try {
    await app.database.markRestoring(true);
    // The rows that an earlier restore has left, and the plans that every new database has.
    await deleteAllRows(app.store);
    for await (const item of readBackup(file)) {
      if (item.kind === "end" && item.signedText !== verified.end.signedText)
        throw new BackupError("The file was replaced while it was read.");
      await restoreItem(item, options, restored);
      verified.onRows(item);
    }
    await compareStore(app.store, verified);
    const areSettingsRestored = await restoreSavedFiles({ ...restored, appSecret }, options);
    await app.database.markRestoring(false);
    const { rows, manifest } = verified;
    const { pictures } = restored;
    const isSecretRestored = appSecret !== null;
    const done = { rows, pictures, createdAt: manifest.createdAt, areSettingsRestored, isSecretRestored };
    return { ...done, needsRekey: !isSecretRestored && !isOfSecretInUse(manifest, app.config) };
  } catch (error) {
    const failure = error instanceof DuplicateError ? createDuplicate(error) : toFileError(error);
    throw await undo(app, restored.files, failure);
  }
}

interface Verified {
  manifest: Manifest;
  rows: number;
  /** The encrypted secret; null when the backup has none. */
  secret: string | null;
  end: Extract<BackupItem, { kind: "end" }>;
  onRows: (item: BackupItem | { kind: "compared"; rows: number }) => void;
}

/** Reads the whole file without using anything of it. */
async function verifyBackup({ file, onProgress }: RestoreOptions): Promise<Verified> {
  const found: Partial<Pick<Verified, "manifest" | "secret" | "end">> = {};
  let [total, done] = [0, 0];
  const onRows: Verified["onRows"] = (item) => {
    if (item.kind === "rows") done += item.rows.length;
    else if (item.kind === "compared") done += item.rows;
    else return;
    onProgress?.(done, total);
  };
  for await (const item of readBackup(file)) {
    if (item.kind === "manifest") {
      found.manifest = item.manifest;
      total = 3 * countRows(item.manifest);
    }
    if (item.kind === "secret") found.secret = item.text;
    if (item.kind === "end") found.end = item;
    onRows(item);
  }
  const { manifest, secret = null, end } = found;
  if (!manifest || !end) throw new BackupError("The backup is damaged or cut off.");
  return { manifest, rows: countRows(manifest), secret, end, onRows };
}

function countRows({ files }: Manifest): number {
  return files.reduce((sum, { rows }) => sum + (rows ?? 0), 0);
}

/**
 * Returns the secret of the backup when this installation has another one; null when it has the same. With another,
 * two-factor, webhooks and waiting mails could not be decrypted. Throws BackupError unless the secret signed everything.
 */
async function findNewSecret(verified: Verified, options: RestoreOptions): Promise<string | null> {
  const { manifest, end } = verified;
  const own = options.app.secrets;
  const isSame = own?.hasValidSignature("backup", manifest.createdAt, manifest.signature) ?? false;
  const appSecret = isSame ? null : await decryptSecret(verified, options);
  const secrets = appSecret === null ? own : createSecrets(appSecret);
  if (!secrets?.hasValidSignature("backup", end.signedText, end.signature))
    throw new BackupError(
      "The backup is damaged, or it was changed by someone who does not have its secret.",
    );
  return appSecret;
}

function isOfSecretInUse({ createdAt, signature }: Manifest, { appSecret }: { appSecret: string }): boolean {
  return createSecrets(appSecret).hasValidSignature("backup", createdAt, signature);
}

async function decryptSecret(
  { secret }: Verified,
  { app: { config }, askPassphrase }: RestoreOptions,
): Promise<string> {
  if (secret === null)
    throw new BackupError(
      "This installation has another APP_SECRET than the one that made the backup: set APP_SECRET to that one, or " +
        "copy its file app.secret into DATA_DIR, or make the backup with --with-secret.",
    );
  const appSecret = await decryptAppSecret(secret, await askPassphrase());
  const saved = await readFile(getSecretFile(config), "utf8").catch(() => "");
  if (saved.trim() === config.appSecret) return appSecret;
  throw new BackupError(
    "APP_SECRET is set to another secret than the one in the backup: unset it, so that the restore can write the " +
      "file app.secret in DATA_DIR.",
  );
}

/** Where the product keeps its secret when APP_SECRET is not set. */
function getSecretFile({ dataDir }: { dataDir: string }): string {
  return join(dataDir, "app.secret");
}

/** Brings the database to the point where rows can be written. Throws BackupError unless it is empty, or a restore had started. */
async function requireEmptyDatabase({ store, database }: RestoreOptions["app"]): Promise<void> {
  await database.ping();
  const { schema, isRestoring } = await database.readSchemaState();
  if (schema !== "none" && schema !== "current")
    throw new BackupError("The database has the tables of another version: restore into an empty database.");
  if (schema === "none") await database.migrate();
  else if (!isRestoring && !(await isStoreEmpty(store)))
    throw new BackupError(
      "The database is not empty, and a restore never replaces rows: name an empty one in DATABASE_URL.",
    );
}

interface Restored {
  pictures: number;
  /** The settings of the backup, which are written last; null when it has none. */
  settings: string | null;
  files: RestoredFiles;
}

async function restoreItem(item: BackupItem, { app }: RestoreOptions, restored: Restored): Promise<void> {
  if (item.kind === "rows") {
    await app.store.insertAll(ANY_ENTITIES[item.entity], item.rows);
  } else if (item.kind === "settings") {
    restored.settings = item.text;
  } else if (item.kind === "avatar") {
    await restored.files.writeAvatar(app.avatars.files, item.avatar, item.content);
    restored.pictures += 1;
  }
}

/** Last, because the product reads them. Returns whether there were settings, and they are written. */
async function restoreSavedFiles(
  { settings, files, appSecret }: Restored & { appSecret: string | null },
  { app: { config } }: RestoreOptions,
): Promise<boolean | null> {
  const areSettingsRestored =
    settings === null ? null : await restoreSettings(config.dataDir, settings, files.write);
  if (appSecret !== null) await files.write(getSecretFile(config), appSecret);
  return areSettingsRestored;
}

/** Reads every row back: the database must give the bytes that the backup has. */
async function compareStore(store: Store, { manifest, onRows }: Verified): Promise<void> {
  for (const { name, rows, sha256 } of manifest.files) {
    const entity = BACKED_UP.find((candidate) => toEntityFile(candidate) === name);
    if (!entity) continue;
    const onCompared = (count: number) => onRows({ kind: "compared", rows: count });
    const found = await measureRows(store, entity, onCompared);
    if (found.rows !== rows || found.sha256 !== sha256)
      throw new BackupError(
        `After the restore, ${entity} differs from the backup. Does another process use the database?`,
      );
  }
}

/**
 * Takes the files back, empties the database again, and returns the error to report. When the database cannot be emptied,
 * the mark stays, and the next restore does it.
 */
async function undo(
  { store, database }: RestoreOptions["app"],
  files: RestoredFiles,
  error: unknown,
): Promise<unknown> {
  const left = await files.takeBack().then(
    () => "",
    (cause: unknown) => ` A file that it has written is still there: ${String(cause)}.`,
  );
  try {
    await deleteAllRows(store);
    await database.markRestoring(false);
    return left === "" ? error : addToMessage(error, left);
  } catch {
    return addToMessage(
      error,
      `${left} A part of the backup is in the database, and the product does not start on it: ` +
        "remove the cause, and run the same restore again.",
    );
  }
}

function addToMessage(error: unknown, addition: string): unknown {
  if (!(error instanceof Error)) return error;
  return new BackupError(`${error.message.replace(/\.$/, "")}.${addition}`, error);
}

function createDuplicate(cause: DuplicateError): BackupError {
  return new BackupError(
    `The backup is damaged: two rows have the same ${cause.fields.join(" and ")}.`,
    cause,
  );
}
