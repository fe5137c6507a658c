/** MongoDB's wire protocol, as far as the driver speaks it: OP_MSG, and OP_QUERY for the first hello. */
import type { Socket } from "node:net";
import { deserialize, serialize, type Document } from "bson";

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
/** The flag of a message that expects no answer. */
const MORE_TO_COME = 2;

/** Answers each command of a connection, in the order in which they arrive. */
export function serveConnection(socket: Socket, answer: (command: Document) => Promise<Document>): void {
  let received = Buffer.alloc(0);
  let last: Promise<unknown> = Promise.resolve();
  // The other side may close at any time.
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
      const message = received.subarray(0, received.readInt32LE(0));
      received = received.subarray(message.length);
      last = last.then(() => answerMessage(socket, message, answer)).catch(() => socket.destroy());
    }
  });
}

async function answerMessage(
  socket: Socket,
  message: Buffer,
  answer: (command: Document) => Promise<Document>,
): Promise<void> {
  const [id, code] = [message.readInt32LE(4), message.readInt32LE(12)];
  const body = message.subarray(HEADER_BYTES);
  if (code === OP_QUERY) {
    const reply = await answer(readQuery(body));
    if (!socket.destroyed) socket.write(createMessage(id, OP_REPLY, [createReplyHead(), serialize(reply)]));
    return;
  }
  if (code !== OP_MSG) throw new Error(`the stand-in does not speak ${code}`);
  const reply = await answer(readMessage(body));
  const expectsNone = (body.readInt32LE(0) & MORE_TO_COME) !== 0;
  if (expectsNone || socket.destroyed) return;
  // No flags, then one section of kind 0: the document of the answer.
  socket.write(createMessage(id, OP_MSG, [Buffer.alloc(5), serialize(reply, { ignoreUndefined: true })]));
}

/** Flags, the name of a collection, two numbers, and the command. */
function readQuery(body: Buffer): Document {
  const nameEnd = body.indexOf(0, 4);
  return deserialize(body.subarray(nameEnd + 1 + 8));
}

/** Flags and sections: the command, and lists of documents that belong into it. */
function readMessage(body: Buffer): Document {
  let command: Document = {};
  const lists: Record<string, Document[]> = {};
  for (let at = 4; at < body.length;) {
    const kind = body.readUInt8(at);
    const size = body.readInt32LE(at + 1);
    const section = body.subarray(at + 1, at + 1 + size);
    if (kind === 0) command = deserialize(section);
    else Object.assign(lists, readList(section));
    at += 1 + size;
  }
  return { ...command, ...lists };
}

/** A size, a name, and documents up to the end. */
function readList(section: Buffer): Record<string, Document[]> {
  const nameEnd = section.indexOf(0, 4);
  const documents: Document[] = [];
  for (let at = nameEnd + 1; at < section.length; at += section.readInt32LE(at)) {
    documents.push(deserialize(section.subarray(at, at + section.readInt32LE(at))));
  }
  return { [section.toString("utf8", 4, nameEnd)]: documents };
}

/** Flags, a cursor, a starting place, and the number of documents. */
function createReplyHead(): Buffer {
  const head = Buffer.alloc(20);
  head.writeInt32LE(1, HEADER_BYTES);
  return head;
}

function createMessage(responseTo: number, code: number, parts: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + parts.reduce((bytes, part) => bytes + part.length, 0), 0);
  header.writeInt32LE(responseTo, 8);
  header.writeInt32LE(code, 12);
  return Buffer.concat([header, ...parts]);
}
