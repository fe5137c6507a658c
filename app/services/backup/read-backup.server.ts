/** Reads a backup in the order in which it was written, and compares everything with what the manifest says. */
import { createHash } from "node:crypto";
import type { EntityName } from "~/models/all-entities";
import type { AnyRow } from "~/models/store/entity";
import { BACKED_UP } from "~/models/whole-store.server";
import { BackupError } from "./backup-error.server";
import {
  END_FILE,
  endSchema,
  MANIFEST_FILE,
  parseJson,
  parseManifest,
  parseAvatarFile,
  SETTINGS_FILE,
  toEntityFile,
  toSignedText,
  type BackupFile,
  type End,
  type Manifest,
} from "./manifest.server";
import { MIB, readArchive, toBackupError, toShown, type ArchiveFile } from "./read-archive.server";
import { parseRow } from "./row-lines.server";
import { parseSettings } from "./settings-file.server";
import { hash } from "./write-archive.server";

/** `manifest.json`, `settings.json`, `secret.json` and `end.json`, each. */
const BACKUP_DOCUMENT_MAX_BYTES = MIB;
/** A row as a line of JSON. The longest text that every database can store has 16 MiB. */
const BACKUP_LINE_MAX_BYTES = 32 * MIB;
/** An avatar of a user is re-encoded to less. */
const BACKUP_AVATAR_MAX_BYTES = 8 * MIB;
/** Avatars beyond one for each user: some wait for their deletion. */
const BACKUP_SPARE_AVATARS_MAX = 1000;
/** Rows written with one statement: the fewer of these two. SQLite takes longer for each value that it binds. */
const BACKUP_BATCH_ROWS = 200;
const BACKUP_BATCH_BYTES = MIB;

export type BackupItem =
  | { kind: "manifest"; manifest: Manifest }
  /** A batch of rows, few and short enough for one statement. */
  | { kind: "rows"; entity: EntityName; rows: AnyRow[] }
  | { kind: "settings" | "secret"; text: string }
  | { kind: "avatar"; avatar: string; content: Buffer }
  /** The last one: what the maker of the backup has signed. */
  | { kind: "end"; signedText: string; signature: string };

/**
 * Yields a backup's items. They are known to be whole only when all were given: read a backup twice, and use nothing of
 * the first time. Throws BackupError.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupItem> {
  const files = readArchive(file);
  try {
    const text = await readDocument(await next(files, MANIFEST_FILE));
    const manifest = parseManifest(text);
    yield { kind: "manifest", manifest };
    for (const described of manifest.files) {
      const found = await next(files, described.name);
      if (found.bytes !== described.bytes) throw createMismatch(described.name);
      const entity = BACKED_UP.find((name) => toEntityFile(name) === described.name);
      if (entity) yield* readEntity(found, described, entity);
      else yield await readDescribedDocument(found, described);
    }
    const end = yield* readAvatars(files, manifest);
    if (!(await files.next()).done)
      throw new BackupError("The backup is damaged: something follows its end.");
    yield { kind: "end", signedText: toSignedText(text, end), signature: end.signature };
  } catch (error) {
    throw toBackupError(error);
  } finally {
    await files.return(undefined);
  }
}

async function next(files: AsyncGenerator<ArchiveFile>, name: string): Promise<ArchiveFile> {
  const file = await files.next();
  if (file.done === true) throw new BackupError(`The backup is damaged or cut off: ${name} is missing.`);
  if (file.value.name === name) return file.value;
  throw new BackupError(
    `The file is no backup, or it is damaged: ${toShown(file.value.name)} is there instead of ${name}.`,
  );
}

async function* readEntity(
  { content }: ArchiveFile,
  { name, rows: expected, sha256 }: BackupFile,
  entity: EntityName,
): AsyncGenerator<BackupItem> {
  const digest = createHash("sha256");
  let count = 0;
  for await (const lines of readLines(content, (chunk) => digest.update(chunk))) {
    count += lines.length;
    yield { kind: "rows", entity, rows: lines.map((line) => parseRow(entity, line)) };
  }
  if (count !== expected || digest.digest("hex") !== sha256) throw createMismatch(name);
}

/** Gives the lines in batches. The last one ends with a line break, too. */
async function* readLines(
  chunks: AsyncIterable<Buffer>,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<string[]> {
  let pending: Buffer[] = [];
  let [pendingBytes, batchBytes] = [0, 0];
  let lines: string[] = [];
  for await (const chunk of chunks) {
    onChunk(chunk);
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      const line = Buffer.concat([...pending, chunk.subarray(start, end)]);
      [pending, pendingBytes, start] = [[], 0, end + 1];
      lines.push(line.toString("utf8"));
      batchBytes += line.length;
      if (lines.length < BACKUP_BATCH_ROWS && batchBytes < BACKUP_BATCH_BYTES) continue;
      yield lines;
      [lines, batchBytes] = [[], 0];
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
    pendingBytes += chunk.length - start;
    if (pendingBytes > BACKUP_LINE_MAX_BYTES)
      throw new BackupError("The backup is damaged: a row is too long.");
  }
  if (pendingBytes > 0) throw new BackupError("The backup is damaged: a row is cut off.");
  if (lines.length > 0) yield lines;
}

async function readDescribedDocument(found: ArchiveFile, { name, sha256 }: BackupFile): Promise<BackupItem> {
  const text = await readDocument(found);
  if (hash(text) !== sha256) throw createMismatch(name);
  if (name !== SETTINGS_FILE) return { kind: "secret", text };
  parseSettings(text);
  return { kind: "settings", text };
}

/** Avatars have names that no path can hide in, and there is one for each user and a few more. */
async function* readAvatars(
  files: AsyncGenerator<ArchiveFile>,
  manifest: Manifest,
): AsyncGenerator<BackupItem, End> {
  const users = manifest.files.find(({ name }) => name === toEntityFile("users"))?.rows ?? 0;
  const digest = createHash("sha256");
  for (let count = 0; count <= users + BACKUP_SPARE_AVATARS_MAX; count += 1) {
    const file = await files.next();
    if (file.done === true)
      throw new BackupError(`The backup is damaged or cut off: ${END_FILE} is missing.`);
    const found = file.value;
    if (found.name === END_FILE) {
      const end = endSchema.safeParse(parseJson(await readDocument(found)));
      if (end.data?.pictures !== count || end.data.sha256 !== digest.digest("hex"))
        throw createMismatch(END_FILE);
      return end.data;
    }
    const avatar = parseAvatarFile(found.name);
    if (avatar === null)
      throw new BackupError(`The backup is damaged: ${toShown(found.name)} is no picture.`);
    const content = await readWhole(found, BACKUP_AVATAR_MAX_BYTES);
    digest.update(`${avatar} ${hash(content)}\n`);
    yield { kind: "avatar", avatar, content };
  }
  throw new BackupError("The file is no backup: it has more pictures than users.");
}

async function readDocument(file: ArchiveFile): Promise<string> {
  return (await readWhole(file, BACKUP_DOCUMENT_MAX_BYTES)).toString("utf8");
}

async function readWhole({ name, bytes, content }: ArchiveFile, bytesMax: number): Promise<Buffer> {
  if (bytes > bytesMax) throw new BackupError(`The file is no backup: ${toShown(name)} is too long.`);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function createMismatch(name: string): BackupError {
  return new BackupError(`The backup is damaged: ${name} is not as it was written.`);
}
