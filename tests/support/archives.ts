/** Compressed archives taken apart and put together again, as an attacker would. */
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { extract, pack, type Header } from "tar-stream";

export interface Entry {
  header: Partial<Header> & { name: string };
  content: Buffer;
}

export async function unpackArchive(archive: Buffer): Promise<Entry[]> {
  const tar = extract();
  tar.end(gunzipSync(archive));
  const found: Entry[] = [];
  for await (const entry of tar)
    found.push({ header: { name: entry.header.name }, content: await buffer(entry) });
  return found;
}

export async function packArchive(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack();
  for (const { header, content } of entries) tar.entry({ ...header }, content);
  tar.finalize();
  return gzipSync(await buffer(tar), { level: 1 });
}

/** 200 MB of zeros in 200 kB: headers of an archive (POSIX pax) that never come to a file. */
export async function packBomb(): Promise<Buffer> {
  const tar = gunzipSync(await packArchive([{ header: { name: "x" }, content: Buffer.alloc(4_000_000) }]));
  tar.write("x", 156);
  tar.fill(" ", 148, 156);
  const checksum = tar.subarray(0, 512).reduce((sum, byte) => sum + byte, 0);
  tar.write(`${checksum.toString(8).padStart(6, "0")}\0 `, 148);
  const compressed = gzipSync(tar.subarray(0, -1024));
  return Buffer.concat(Array.from({ length: 50 }, () => compressed));
}
