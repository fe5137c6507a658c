/** Reads the files of a compressed archive, one after another, and stops at what no backup has. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { PRODUCT_NAME } from "~/domain/product";
import { BackupError } from "./backup-error.server";
import { writeChunk } from "./write-chunk.server";

export const MIB = 1024 * 1024;

/** How many times as long as the archive its content may be. Rows have random ids, and shrink to a fifth or so. */
const BACKUP_RATIO_MAX = 200;
/** A small archive is padded with zeros, which shrink more. */
const BACKUP_RATIO_FREE_BYTES = 16 * MIB;

export interface ArchiveFile {
  name: string;
  bytes: number;
  /** To be read to its end before the next file. */
  content: AsyncIterable<Buffer>;
}

/**
 * Nothing is written. Throws BackupError for links, folders and devices, and for content that is suspiciously longer
 * than the archive; for what is no archive or only a part of one, the errors that `toBackupError` converts.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveFile> {
  const size = await findSize(file);
  const tar = extract();
  const fed = feed(tar, { file, bytesMax: size * BACKUP_RATIO_MAX + BACKUP_RATIO_FREE_BYTES });
  try {
    for await (const entry of tar) {
      const { name, type, size: bytes, pax } = entry.header;
      if (type !== "file" || pax)
        throw new BackupError(`The backup is damaged: ${toShown(name)} is no plain file.`);
      yield { name, bytes, content: entry as AsyncIterable<Buffer> };
    }
    await fed;
  } finally {
    tar.destroy();
    await fed.catch(() => undefined);
  }
}

/** A name of the archive for a message on a terminal: short, and nothing but plain characters. */
export function toShown(name: string): string {
  return `"${name.slice(0, 60).replace(/[^\w./ -]/g, "?")}"`;
}

async function findSize(file: string): Promise<number> {
  const found = await stat(file).catch((cause: unknown) => {
    throw new BackupError(`${file} cannot be read: ${(cause as Error).message}`, cause);
  });
  if (!found.isFile()) throw new BackupError(`${file} is no file.`);
  return found.size;
}

/** Decompresses the file into the reader of the archive. */
async function feed(
  tar: ReturnType<typeof extract>,
  { file, bytesMax }: { file: string; bytesMax: number },
): Promise<void> {
  let refusal: BackupError | undefined;
  const write = async (chunks: AsyncIterable<Buffer>) => {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > bytesMax) {
        refusal = new BackupError("The file is no backup: its content is too long for its size.");
        throw refusal;
      }
      if (tar.destroyed) return;
      await writeChunk(tar, chunk);
    }
    tar.end(null);
  };
  try {
    await pipeline(createReadStream(file), createGunzip(), write);
  } catch (error) {
    // The pipeline may report that it was aborted, and not why.
    const reason = refusal ?? error;
    tar.destroy(reason as Error);
    throw reason;
  }
}

/** Converts what zlib and tar-stream say of a file that is damaged, cut off, or something else. */
export function toBackupError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error;
  const { message } = error;
  if (/incorrect header check|invalid tar header|unknown format/i.test(message))
    return new BackupError(`The file is no backup of ${PRODUCT_NAME}, or it is damaged.`, error);
  const isDamaged =
    ("code" in error && String(error.code).startsWith("Z_")) ||
    /unexpected end|invalid header|header exceeds/i.test(message);
  return isDamaged
    ? new BackupError("The backup is damaged or cut off: take another copy of it.", error)
    : error;
}
