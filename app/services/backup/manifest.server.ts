/**
 * The files of a backup. `manifest.json` comes first and says which follow: one of JSON lines for each entity, then
 * the settings and the secret if there are any. Then come the avatars, and `end.json` last.
 */
import * as z from "zod";
import { AVATAR_FILE } from "~/domain/avatars";
import { PRODUCT_NAME } from "~/domain/product";
import { BACKUP_PRODUCT } from "~/domain/stored-names";
import { SCHEMA_VERSION } from "~/models/store/done-migrations";
import { BACKED_UP } from "~/models/whole-store.server";
import { BackupError } from "./backup-error.server";
import { hash } from "./write-archive.server";

/** Changes when a reader of before could not read the archive. */
export const BACKUP_FORMAT = 1;

export const MANIFEST_FILE = "manifest.json";
export const SETTINGS_FILE = "settings.json";
export const SECRET_FILE = "secret.json";
export const END_FILE = "end.json";
const PICTURES = "pictures/";

const fileSchema = z.strictObject({
  name: z.string().max(100),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** How many rows; null for a file that is none of an entity. */
  rows: z.number().int().min(0).nullable(),
});

const manifestSchema = z.strictObject({
  product: z.literal(BACKUP_PRODUCT),
  format: z.literal(BACKUP_FORMAT),
  version: z.string().max(50),
  /** The newest migration of the database. */
  schema: z.string().max(190),
  createdAt: z.iso.datetime(),
  /** Of `createdAt`: tells whether an installation has the secret that can decrypt what the rows hold encrypted. */
  signature: z.string().max(100),
  files: z.array(fileSchema).max(200),
});

export const endSchema = z.strictObject({
  pictures: z.number().int().min(0),
  /** Of the lines `name sha256` of all avatars. */
  sha256: z.string().max(100),
  /** The installation's signature of everything: see `toSignedText`. */
  signature: z.string().max(100),
});

export type BackupFile = z.output<typeof fileSchema>;
export type Manifest = z.output<typeof manifestSchema>;
export type End = z.output<typeof endSchema>;

export const toEntityFile = (entity: string) => `entities/${entity}.jsonl`;
export const toAvatarFile = (avatar: string) => PICTURES + avatar;

/** Returns the text that the end signs: the manifest has the hashes of all files before the avatars. */
export function toSignedText(
  manifest: string,
  { pictures, sha256 }: Pick<End, "pictures" | "sha256">,
): string {
  return `${hash(manifest)} ${pictures} ${sha256}`;
}

/** The avatar's own name, which no path can be hidden in; null for any other file. */
export function parseAvatarFile(name: string): string | null {
  const avatar = name.slice(PICTURES.length);
  return name.startsWith(PICTURES) && AVATAR_FILE.test(avatar) ? avatar : null;
}

/** Throws BackupError for a manifest of another product, format or version, and for one that lists other files. */
export function parseManifest(text: string): Manifest {
  const value = parseJson(text);
  const head = z.object({ product: z.literal(BACKUP_PRODUCT), format: z.number() }).safeParse(value);
  if (!head.success) throw new BackupError(`The file is no backup of ${PRODUCT_NAME}.`);
  if (head.data.format !== BACKUP_FORMAT) {
    throw new BackupError(
      `The backup has format ${head.data.format}, and this version reads format ${BACKUP_FORMAT}. ${OTHER_VERSION}`,
    );
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success)
    throw new BackupError(`The backup is damaged: ${MANIFEST_FILE} is not as it was written.`);
  requireThisSchema(parsed.data);
  const optional = [SETTINGS_FILE, SECRET_FILE].filter((file) =>
    parsed.data.files.some(({ name }) => name === file),
  );
  const expected = [...BACKED_UP.map(toEntityFile), ...optional];
  if (parsed.data.files.map(({ name }) => name).join() !== expected.join())
    throw new BackupError(`The backup is damaged: ${MANIFEST_FILE} lists other files.`);
  return parsed.data;
}

/** Throws SyntaxError's message as a BackupError. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new BackupError("The backup is damaged: a part of it is no JSON.", cause);
  }
}

const OTHER_VERSION =
  "Restore it with the version that made it, and then start this version on that database: starting updates it.";

function requireThisSchema({ schema, version }: Manifest): void {
  if (schema === SCHEMA_VERSION) return;
  throw new BackupError(
    `The backup was made by version ${version} with the tables of ${schema}, and this version has ${SCHEMA_VERSION}. ${OTHER_VERSION}`,
  );
}
