/** Creates a backup while the product serves: all rows as they were at one moment, the avatars, the saved settings. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { AVATAR_FILE } from "~/domain/avatars";
import { PRODUCT_VERSION } from "~/domain/product";
import { BACKUP_PRODUCT } from "~/domain/stored-names";
import type { FileStore } from "~/gateways/files/file-store";
import { ANY_ENTITIES, type EntityName } from "~/models/all-entities";
import { SCHEMA_VERSION } from "~/models/store/done-migrations";
import type { SnapshotReader } from "~/models/store/database";
import { BACKED_UP, readAllRows } from "~/models/whole-store.server";
import type { Secrets } from "~/crypto/secrets.server";
import { keepNamed } from "../users/avatar.server";
import type { App } from "../platform/app.server";
import { BackupError, toFileError } from "./backup-error.server";
import {
  END_FILE,
  MANIFEST_FILE,
  SECRET_FILE,
  SETTINGS_FILE,
  BACKUP_FORMAT,
  toEntityFile,
  toAvatarFile,
  toSignedText,
  type BackupFile,
  type End,
  type Manifest,
} from "./manifest.server";
import { formatAllRows, measureRows } from "./row-lines.server";
import { encryptAppSecret } from "./secret-file.server";
import { readSettings } from "./settings-file.server";
import { hash, writeArchive, type ArchiveWriter } from "./write-archive.server";
import { writeUnderOtherName } from "./write-whole.server";

/** A passphrase is all that protects the secret in a stolen backup. */
const BACKUP_PASSPHRASE_MIN_LENGTH = 12;

/** The parts of the product that a backup reads. */
export type BackupApp = Pick<App, "store" | "database"> & {
  secrets: Secrets;
  config: Pick<App["config"], "dataDir" | "appSecret" | "otherSecrets">;
  avatars: { files: FileStore };
};

interface BackupOptions {
  app: BackupApp;
  /** The path of the new file. There must be none yet. */
  file: string;
  /** Adds APP_SECRET, encrypted under this passphrase; not without it. */
  passphrase?: string | null;
  /** Receives how many of all rows are done. Each row counts twice: it is measured, and then written. */
  onProgress?: (done: number, total: number) => void;
  /** Ends the backup early: it throws the signal's reason, and leaves no file. */
  signal?: AbortSignal;
  at?: Date;
}

export interface BackupResult {
  rows: number;
  pictures: number;
  /** Avatars that users have, and that are in no file: they are lost, or on the disk of another host. */
  missingAvatars: string[];
  /** The saved settings that the backup leaves out. */
  omittedSettings: string[];
}

/** Rows may need the previous secret, and a backup has room for one. */
const TWO_SECRETS =
  "The secret is being changed, and a backup holds one: finish that first (npm run rekey, then remove the former " +
  "secret), or make the backup without its secret.";

/**
 * Writes the file, which only the product's own system user can read, whole or not at all. Throws BackupError with what
 * to do, or StoreUnavailableError.
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { app, file, passphrase = null } = options;
  if (passphrase !== null && passphrase.length < BACKUP_PASSPHRASE_MIN_LENGTH)
    throw new BackupError(`The passphrase must have at least ${BACKUP_PASSPHRASE_MIN_LENGTH} characters.`);
  if (passphrase !== null && app.config.otherSecrets.length > 0) throw new BackupError(TWO_SECRETS);
  if (existsSync(file)) throw new BackupError(`${file} exists already: choose another name.`);
  await requireCurrentSchema(app);
  const settings = await readSettings(app.config.dataDir);
  const documents = new Map<string, string>();
  if (settings.text !== null) documents.set(SETTINGS_FILE, settings.text);
  if (passphrase !== null)
    documents.set(SECRET_FILE, await encryptAppSecret(app.config.appSecret, passphrase));
  const written = await app.database.snapshot((reader) => writeFile(reader, documents, options));
  return { ...written, omittedSettings: settings.omitted };
}

async function requireCurrentSchema({ database }: BackupApp): Promise<void> {
  await database.ping();
  const { schema, isRestoring } = await database.readSchemaState();
  if (isRestoring)
    throw new BackupError("A restore into this database has not ended: there is nothing to back up.");
  if (schema === "none")
    throw new BackupError("The database has no tables yet: there is nothing to back up.");
  if (schema !== "current")
    throw new BackupError(
      "The database has the tables of another version: make the backup with the version that runs on it.",
    );
}

async function writeFile(
  reader: SnapshotReader,
  documents: ReadonlyMap<string, string>,
  options: BackupOptions,
): Promise<Omit<BackupResult, "omittedSettings">> {
  const { app, file, at = new Date() } = options;
  const onRows = await createProgress(reader, options);
  try {
    return await writeUnderOtherName(file, async (handle) => {
      const files = await measureFiles(reader, documents, onRows);
      const manifest = JSON.stringify(createManifest(app, files, at), null, 2);
      let avatars = new Set<string>();
      await writeArchive(handle, async (archive) => {
        await addText(archive, MANIFEST_FILE, manifest);
        await addEntities(archive, reader, { files, onRows });
        for (const [name, text] of documents) await addText(archive, name, text);
        const { names, ...added } = await addAvatars(archive, app.avatars.files, onRows);
        const end: End = { ...added, signature: app.secrets.sign("backup", toSignedText(manifest, added)) };
        await addText(archive, END_FILE, JSON.stringify(end));
        avatars = names;
      });
      const rows = files.reduce((sum, { rows }) => sum + (rows ?? 0), 0);
      const missingAvatars = await findMissing(reader, app.store, avatars);
      return { rows, pictures: avatars.size, missingAvatars };
    });
  } catch (error) {
    throw toFileError(error, file);
  }
}

/** The sizes come before the rows, so each row is read twice: that costs less than a second copy on the disk. */
async function measureFiles(
  reader: SnapshotReader,
  documents: ReadonlyMap<string, string>,
  onRows: (count: number) => void,
): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const entity of BACKED_UP)
    files.push({ name: toEntityFile(entity), ...(await measureRows(reader, entity, onRows)) });
  for (const [name, text] of documents)
    files.push({ name, bytes: Buffer.byteLength(text), sha256: hash(text), rows: null });
  return files;
}

function createManifest({ secrets }: BackupApp, files: BackupFile[], at: Date): Manifest {
  const createdAt = at.toISOString();
  return {
    product: BACKUP_PRODUCT,
    format: BACKUP_FORMAT,
    version: PRODUCT_VERSION,
    schema: SCHEMA_VERSION,
    createdAt,
    signature: secrets.sign("backup", createdAt),
    files,
  };
}

async function addEntities(
  archive: ArchiveWriter,
  reader: SnapshotReader,
  { files, onRows }: { files: readonly BackupFile[]; onRows: (count: number) => void },
): Promise<void> {
  for (const [index, entity] of BACKED_UP.entries()) {
    const texts = readTexts(reader, entity, onRows);
    await archive.add(toEntityFile(entity), files[index]?.bytes ?? 0, texts);
  }
}

async function* readTexts(
  reader: SnapshotReader,
  entity: EntityName,
  onRows: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const { text, rows } of formatAllRows(reader, entity)) {
    yield text;
    onRows(rows);
  }
}

/** The end says which avatars there were, and not the manifest: one that is deleted meanwhile is left out. */
async function addAvatars(
  archive: ArchiveWriter,
  files: FileStore,
  onRows: (count: number) => void,
): Promise<Omit<End, "signature"> & { names: Set<string> }> {
  const all = createHash("sha256");
  const names = new Set<string>();
  const found = (await files.list()).map(({ name }) => name).filter((name) => AVATAR_FILE.test(name));
  for (const name of found.sort()) {
    onRows(0);
    const content = await files.read(name);
    if (!content) continue;
    await archive.add(toAvatarFile(name), content.length, [content]);
    all.update(`${name} ${hash(content)}\n`);
    names.add(name);
  }
  return { pictures: names.size, sha256: all.digest("hex"), names };
}

/** An avatar that its user has changed since the rows were read is not missing. */
async function findMissing(
  reader: SnapshotReader,
  store: BackupApp["store"],
  present: ReadonlySet<string>,
): Promise<string[]> {
  const absent: string[] = [];
  for await (const users of readAllRows(reader, "users"))
    for (const { avatar } of users)
      if (typeof avatar === "string" && !present.has(avatar)) absent.push(avatar);
  return keepNamed(store, absent);
}

function addText(archive: ArchiveWriter, name: string, text: string): Promise<void> {
  const content = Buffer.from(text);
  return archive.add(name, content.length, [content]);
}

/** Returns what counts the rows that are done. It throws when the backup is to end early. */
async function createProgress(
  reader: SnapshotReader,
  { onProgress, signal }: BackupOptions,
): Promise<(count: number) => void> {
  let [total, done] = [0, 0];
  if (onProgress) for (const name of BACKED_UP) total += 2 * (await reader.count(ANY_ENTITIES[name], {}));
  return (count) => {
    signal?.throwIfAborted();
    done += count;
    onProgress?.(done, total);
  };
}
