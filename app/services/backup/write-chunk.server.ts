/** Writes to a stream of the archive without filling the memory. */

/** The methods that tar-stream's streams, which are not Node's own, share with them. */
interface WritableStream {
  write(chunk: Buffer): boolean;
  on(event: string, listener: (error?: unknown) => void): unknown;
  off(event: string, listener: (error?: unknown) => void): unknown;
}

const EVENTS = ["drain", "close", "error"];

/** Waits until the stream takes more, or is destroyed: then it never drains. Throws the stream's error. */
export async function writeChunk(stream: WritableStream, chunk: Buffer): Promise<void> {
  if (stream.write(chunk)) return;
  await new Promise<void>((resolve, reject) => {
    const settle = (error?: unknown) => {
      for (const event of EVENTS) stream.off(event, settle);
      if (error instanceof Error) reject(error);
      else resolve();
    };
    for (const event of EVENTS) stream.on(event, settle);
  });
}
