/** A name server on loopback: it answers as a test tells it to, or not at all. */
import { createSocket, type RemoteInfo } from "node:dgram";

/** The IPs of a name, of which a response has those of the type that is asked for. */
export type NameAnswer = readonly string[] | "silence" | "unknown name" | "failure";
export type AddressType = "A" | "AAAA";

export interface NameServer {
  /** As `Resolver.setServers` takes it. */
  address: string;
  /** The questions asked, in their order, as "A hooks.example.com". */
  asked: string[];
  close(): Promise<void>;
}

interface Question {
  name: string;
  type: number;
  /** The bytes of the question, which an answer repeats. */
  bytes: Buffer;
}

const HEADER_BYTES = 12;
const TYPES: Record<number, AddressType> = { 1: "A", 28: "AAAA" };
const RESPONSE_CODES = { "unknown name": 3, failure: 2 };
/** Response, recursion desired and available: RFC 1035, section 4.1.1. */
const FLAGS = 0x8180;

/** Starts a server on a free port. Close it when done. */
export async function startNameServer(
  answer: (name: string, type: AddressType) => NameAnswer,
): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query: Buffer, { port, address }: RemoteInfo) => {
    const question = readQuestion(query);
    const type = TYPES[question.type];
    if (type) asked.push(`${type} ${question.name}`);
    const given = type ? answer(question.name, type) : "failure";
    if (given !== "silence") socket.send(writeResponse(query, question, given), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}

function readQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString("latin1"));
    at += 1 + length;
  }
  const bytes = query.subarray(HEADER_BYTES, at + 5);
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), bytes };
}

function writeResponse(query: Buffer, question: Question, given: Exclude<NameAnswer, "silence">): Buffer {
  const isAsked = (ip: string) => ip.includes(":") === (TYPES[question.type] === "AAAA");
  const ips = typeof given === "string" ? [] : given.filter(isAsked);
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(FLAGS | (typeof given === "string" ? RESPONSE_CODES[given] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(ips.length, 6);
  return Buffer.concat([header, question.bytes, ...ips.map((ip) => writeRecord(question.type, toBytes(ip)))]);
}

/** Its name is that of the question, to which the first two bytes point. It may not be kept. */
function writeRecord(type: number, ip: Buffer): Buffer {
  const record = Buffer.alloc(HEADER_BYTES);
  record.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(ip.length, 10);
  return Buffer.concat([record, ip]);
}

function toBytes(ip: string): Buffer {
  if (!ip.includes(":")) return Buffer.from(ip.split(".").map(Number));
  // `URL` writes an IPv4 address at the end as two groups.
  const [head = "", tail] = new URL(`http://[${ip}]/`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail ?? ""].map((part) => part.split(":").filter((group) => group !== ""));
  const missing = 8 - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [...(first ?? []), ...Array.from({ length: missing }, () => "0"), ...(last ?? [])];
  return Buffer.from(groups.map((group) => group.padStart(4, "0")).join(""), "hex");
}
