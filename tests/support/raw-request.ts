/** Requests written byte by byte, as no client of good will writes them. */
import { connect, type Socket } from "node:net";
import type { Product } from "./product";

export interface RawRequest {
  write(text: string): void;
  /** Everything that came back so far. */
  received(): string;
  /** Settles when the server has closed the connection, with everything that came back. */
  closed: Promise<string>;
  end(): void;
}

/** Opens a connection and writes this much of a request on it. */
export function openRaw({ port }: Pick<Product, "port">, text: string): RawRequest {
  const socket: Socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => (received += chunk));
  // Cut off is what these connections are made for.
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
