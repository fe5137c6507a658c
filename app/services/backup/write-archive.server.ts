/** Writes the files of a backup into a compressed archive (tar and gzip), one after another, in little memory. */
import { createHash } from "node:crypto";
import { writeFile, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { writeChunk } from "./write-chunk.server";

export interface ArchiveWriter {
  /** Adds a file of exactly `bytes` bytes. Throws when the chunks have more or fewer. */
  add(name: string, bytes: number, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>;
}

/** Lets `fill` add the files, and resolves when the archive is written. Throws the first error of either. */
export async function writeArchive(
  handle: FileHandle,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const tar = pack();
  // The code that awaits its parts receives the error. Without a listener, it would end the process.
  tar.on("error", ignore);
  let failure: unknown;
  const write = (compressed: AsyncIterable<Buffer>) =>
    writeFile(handle, compressed).catch((error: unknown) => {
      failure ??= error;
      throw error;
    });
  const written = pipeline(
    Readable.from(tar as AsyncIterable<Buffer>, { objectMode: false }),
    createGzip(),
    write,
  );
  // `fill` fails as well when writing does, and may do so first.
  written.catch(() => tar.destroy());
  try {
    await fill({ add: (name, bytes, chunks) => addEntry(tar, { name, size: bytes }, chunks) });
    tar.finalize();
    await written;
  } catch (error) {
    tar.destroy(error as Error);
    const cause: unknown = await written.catch((reason: unknown) => reason);
    // The pipeline may report that it was aborted, and not why.
    throw isOfDestroyedStream(error) ? (failure ?? cause) : error;
  }
}

export function hash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

async function addEntry(
  tar: ReturnType<typeof pack>,
  { name, size }: { name: string; size: number },
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  let entry: ReturnType<typeof tar.entry> | undefined;
  const added = new Promise<void>((resolve, reject) => {
    const header = { name, size, mode: 0o600, type: "file" } as const;
    entry = tar.entry(header, (error) => (error ? reject(error) : resolve()));
    entry.on("error", reject);
  });
  // Awaited below, when every chunk is written.
  added.catch(() => undefined);
  for await (const chunk of chunks) {
    if (!entry || entry.destroyed) break;
    await writeChunk(entry, chunk);
  }
  entry?.end(null);
  await added;
}

/** The archive was destroyed because writing it failed: the reason is the error of the writing. */
function isOfDestroyedStream(error: unknown): boolean {
  return error instanceof Error && (error.message.includes("destroyed") || error.name === "AbortError");
}

function ignore(): void {
  // It is reported elsewhere.
}
