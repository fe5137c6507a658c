/** A load balancer on this machine: it gives each connection to the next process that accepts it. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface Balancer {
  port: number;
  /** The ports of the processes, from now on. */
  balance(ports: readonly number[]): void;
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  let ports: readonly number[] = [];
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near);
    near.on("close", () => open.delete(near));
    turn += 1;
    const order = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
    void connectToFirst(order).then((far) => (far ? join(near, far) : near.destroy()));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    balance(next) {
      ports = next;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Null when no process accepts the connection. */
async function connectToFirst(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect({ host: "127.0.0.1", port });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    if (isOpen) return socket;
  }
  return null;
}

function join(near: Socket, far: Socket): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }
}
