/**
 * Servers that end each connection at the worst moment: with its reason in the same packet as "ready", so that the client
 * reads both before any of its own code runs.
 */
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createGreeting, OK, toPacket } from "./rogue-mysql";

interface EndingServer {
  url: string;
  /** How many connections it has ended. */
  ended(): number;
  close(): void;
}

/** AuthenticationOk, ReadyForQuery, ErrorResponse: www.postgresql.org/docs/current/protocol-message-formats.html */
const READY_AND_ENDED_POSTGRES = Buffer.concat([
  toMessage("R", Buffer.alloc(4)),
  toMessage("Z", Buffer.from("I")),
  toMessage(
    "E",
    Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"),
  ),
]);

/** Answers the startup message. */
export function startEndingPostgres(): Promise<EndingServer> {
  return startServer("postgres", (socket) => {
    socket.once("data", () => socket.end(READY_AND_ENDED_POSTGRES));
  });
}

/** MariaDB's error 1927: mariadb.com/kb/en/mariadb-error-codes */
const KILLED = Buffer.concat([Buffer.from([0xff, 0x87, 0x07]), Buffer.from("#70100Connection was killed")]);

/** Answers the client's authentication. */
export function startEndingMysql(): Promise<EndingServer> {
  return startServer("mysql", (socket) => {
    socket.write(toPacket(0, createGreeting()));
    socket.once("data", () => socket.end(Buffer.concat([toPacket(2, OK), toPacket(0, KILLED)])));
  });
}

async function startServer(scheme: string, serve: (socket: Socket) => void): Promise<EndingServer> {
  let ended = 0;
  const server = createServer((socket) => {
    ended += 1;
    socket.on("error", () => undefined);
    serve(socket);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://user:password@127.0.0.1:${port}/app`,
    ended: () => ended,
    close: () => server.close(),
  };
}

function toMessage(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
