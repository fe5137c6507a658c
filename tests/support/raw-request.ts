/** Requests that are written byte by byte, as only a malicious client writes them. */
import { connect, type Socket } from "node:net";
import type { Product } from "./product";

interface RawRequest {
  write(text: string): void;
  /** Everything that was received so far. */
  received(): string;
  /** Resolves to everything that was received, when the server has closed the connection. */
  closed: Promise<string>;
  end(): void;
}

/** Opens a connection and writes the beginning of a request to it. */
export function openRaw({ port }: Pick<Product, "port">, text: string): RawRequest {
  const socket: Socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => (received += chunk));
  // These connections are meant to be cut off.
  socket.on("error", () => undefined);
  socket.write(text);
  return {
    write: (more) => socket.write(more),
    received: () => received,
    closed: new Promise((resolve) => {
      socket.on("close", () => {
        resolve(received);
      });
    }),
    end: () => socket.destroy(),
  };
}
