/** Writes to a stream of the archive without filling the memory. */
import { once, type EventEmitter } from "node:events";

interface WritableStream extends EventEmitter {
  write(chunk: Buffer): boolean;
}

/** Waits until the stream takes more, or is destroyed: then it never drains. Throws the stream's error. */
export async function writeChunk(stream: WritableStream, chunk: Buffer): Promise<void> {
  if (stream.write(chunk)) return;
  const listening = new AbortController();
  const { signal } = listening;
  try {
    await Promise.race([once(stream, "drain", { signal }), once(stream, "close", { signal })]);
  } finally {
    listening.abort();
  }
}
