/** A connection to a server that a test can cut, freeze and slow down, as when a database is unavailable. */
import { setTimeout as wait } from "node:timers/promises";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export interface TcpProxy {
  port: number;
  /** Breaks every connection and rejects new ones. */
  cut(): Promise<void>;
  /** Resets every connection; new ones are accepted. */
  reset(): void;
  /** Passes nothing on any more, and reports no error. */
  freeze(): void;
  /** From now on, each part of an answer arrives so many milliseconds later. */
  delay(ms: number): void;
  /** Works again: for new connections after a cut, for the waiting ones after a freeze. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let delayMs = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A broken connection is what the test is about.
    socket.on("error", () => socket.destroy());
    if (isFrozen) socket.pause();
  };
  const server = createServer((near) => {
    const far = connect(target);
    keep(near);
    keep(far);
    forward(near, far, () => 0);
    forward(far, near, () => delayMs);
  });
  const port = await listen(server, 0);
  const cut = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((done) => server.close(done));
  };
  return {
    port,
    cut,
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    delay(ms) {
      delayMs = ms;
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    async mend() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(server, port);
    },
    close: cut,
  };
}

function forward(from: Socket, to: Socket, getDelay: () => number): void {
  let [passed, waiting] = [Promise.resolve(), 0];
  from.on("data", (chunk) => {
    const delayMs = getDelay();
    if (delayMs === 0 && waiting === 0) {
      to.write(chunk);
      return;
    }
    waiting += 1;
    const arrived = wait(delayMs);
    passed = passed
      .then(() => arrived)
      .then(() => {
        waiting -= 1;
        if (!to.destroyed) to.write(chunk);
      });
  });
  from.on("close", () => to.destroy());
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}
