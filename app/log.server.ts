/** The log: one JSON line for each event. Secrets are removed, whichever code logs them. */
import cluster from "node:cluster";
import { writeSync } from "node:fs";
import pino from "pino";
import { shortenIp } from "./domain/ips";
import { LOG_BUFFER_CHARACTERS, LOG_FLUSH_EVERY_MS } from "./domain/limits";

export type Log = pino.Logger;

const STANDARD_OUTPUT = 1;
/** Lines that wait for room on a full disk; later ones are lost. */
const WAITING_MAX_BYTES = 4 * 1024 * 1024;
const SECRET_FIELDS = [
  "password",
  "token",
  "code",
  "secret",
  "client_secret",
  "cookie",
  "authorization",
  "payload",
];

/** The fields of a line that have a client's IP. */
const IP_FIELDS = ["network", "ip"];
const shorten = (value: unknown) => (typeof value === "string" ? shortenIp(value) : value);

/** How many levels of `cause` are logged. */
const CAUSES_LOGGED = 5;

interface LogOptions {
  /** Defaults to standard output. */
  to?: pino.DestinationStream;
  /** Returns the id of the current trace, which each line then has. */
  getTraceId?: () => string | undefined;
  /** Whether clients' IPs are written in full; by default their networks are. */
  hasFullIps?: boolean;
  /** Returns a sentence for an error that has no message of its own. */
  describe?: (thrown: Error) => string;
}

/** Creates a logger at `level`. Values of fields with a secret's name are replaced, two levels deep. */
export function makeLog(
  level: string,
  { to = openOutput(level), describe = readMessage, getTraceId, hasFullIps = false }: LogOptions = {},
): Log {
  const options = {
    level,
    // With several processes, each line names its own.
    base: cluster.isWorker ? { process: process.pid } : undefined,
    mixin: getTraceId && (() => ({ traceId: getTraceId() })),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (thrown: unknown) => toEntry(thrown, describe),
      ...(!hasFullIps && Object.fromEntries(IP_FIELDS.map((name) => [name, shorten]))),
    },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: "[secret]",
    },
  };
  return pino(options, to);
}

/** A silent logger opens no output, because an output is flushed several times a second, even when nothing waits. */
const openOutput = (level: string): pino.DestinationStream =>
  level === "silent" ? { write: () => undefined } : openStandardOutput();

/**
 * Lines are collected and written outside of requests: written one by one, they took a tenth of a small call's time
 * (docs/speed.md). The library writes the rest when the process exits, also after an uncaught exception. SIGKILL or
 * running out of memory loses the lines of the last LOG_FLUSH_EVERY_MS.
 */
function openStandardOutput(): pino.DestinationStream {
  // Before the library's own listener, which writes the rest.
  if (outputs.size === 0)
    process.on("exit", () => {
      for (const [stream, { isFull }] of outputs) if (isFull || !isWritable()) silence(stream);
    });
  const stream = pino.destination({
    dest: STANDARD_OUTPUT,
    sync: false,
    minLength: LOG_BUFFER_CHARACTERS,
    maxLength: WAITING_MAX_BYTES,
    periodicFlush: LOG_FLUSH_EVERY_MS,
  });
  const state = { isFull: false };
  outputs.set(stream, state);
  // A full disk may have room again: the library keeps what it could not write, and tries again with the next lines.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    state.isFull = error.code === "ENOSPC" || error.code === "EDQUOT";
    if (!state.isFull) silence(stream);
  });
  stream.on("write", () => {
    state.isFull = false;
  });
  return stream;
}

type Output = ReturnType<typeof pino.destination>;
const outputs = new Map<Output, { isFull: boolean }>();

function silence(stream: Output): void {
  stream.write = () => true;
  stream.flushSync = () => undefined;
  stream.destroy();
}

/**
 * The window of a terminal may have closed. The library takes care of a pipe alone: any other error would end the process, and
 * then hold up its exit for ever, because it tries again to write the rest.
 */
function isWritable(): boolean {
  try {
    writeSync(STANDARD_OUTPUT, "");
    return true;
  } catch {
    return false;
  }
}

function readMessage(thrown: Error): string {
  return thrown.message;
}

/**
 * Returns an error's message, stack and causes. Other properties that a library adds may contain user data, so they
 * are left out.
 */
function toEntry(thrown: unknown, describe: (thrown: Error) => string, causes = CAUSES_LOGGED): object {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const { name, stack, cause } = thrown;
  const message = describe(thrown);
  // Not in a field named `code`: such fields hold the codes that users type, and are removed.
  const type = "code" in thrown ? `${name} ${String(thrown.code)}` : name;
  return {
    type,
    message,
    stack: stack?.replace(thrown.message, () => message),
    cause: cause !== undefined && causes > 0 ? toEntry(cause, describe, causes - 1) : undefined,
  };
}
