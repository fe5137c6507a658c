/** The way of a rendered page to the network: what React has ready at a time goes out as one piece, not as dozens. */
import { Writable } from "node:stream";

export interface PageBody {
  /** For React to write to. */
  destination: Writable;
  stream: ReadableStream<Uint8Array>;
}

/** A body that React writes in two-kilobyte parts, and that leaves at each of React's own flushes. */
export function makePageBody(): PageBody {
  let parts: Uint8Array[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const send = () => {
    if (parts.length > 0) controller.enqueue(Buffer.concat(parts));
    parts = [];
  };
  const destination = new Writable({
    write(part: Uint8Array, _encoding, done) {
      parts.push(part);
      done();
    },
    final(done) {
      send();
      controller.close();
      done();
    },
    destroy(error, done) {
      if (error) controller.error(error);
      // Whoever reads hears of it; as an event it would need somebody to listen.
      done(null);
    },
  });
  const stream = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
    // The reader has gone: React hears it, and stops.
    cancel() {
      destination.destroy();
    },
  });
  // React calls it, where there is one, when nothing more is ready for now.
  return { destination: Object.assign(destination, { flush: send }), stream };
}
