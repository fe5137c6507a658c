/** The log: one JSON line an event, secrets left out whoever logs them. */
import pino from "pino";
import { LOG_BUFFER_CHARACTERS, LOG_FLUSH_EVERY_MS } from "./domain/limits";

export type Log = pino.Logger;

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

/** Causes of causes that are logged. */
const CAUSES_LOGGED = 5;

export interface LogOptions {
  /** Standard output when left out. */
  to?: pino.DestinationStream;
  /** The sentence for an error whose own message is none. */
  describe?: (thrown: Error) => string;
}

/** A logger at `level`. Values of fields named like a secret are replaced, two levels deep. */
export function makeLog(
  level: string,
  { to = openStandardOutput(), describe = readMessage }: LogOptions = {},
): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (thrown: unknown) => toEntry(thrown, describe) },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: "[secret]",
    },
  };
  return pino(options, to);
}

/**
 * Lines are collected and written beside the requests: one by one they took a tenth of a small call's time
 * (docs/speed.md). The library writes what is left when the process exits, after an uncaught exception as well; what
 * kills it without that (SIGKILL, the memory's end) loses the lines of the last LOG_FLUSH_EVERY_MS.
 */
function openStandardOutput(): pino.DestinationStream {
  return pino.destination({
    dest: 1,
    sync: false,
    minLength: LOG_BUFFER_CHARACTERS,
    periodicFlush: LOG_FLUSH_EVERY_MS,
  });
}

function readMessage(thrown: Error): string {
  return thrown.message;
}

/** What an error says, where it happened and why. What else a library hangs on it may be anyone's data. */
function toEntry(thrown: unknown, describe: (thrown: Error) => string, causes = CAUSES_LOGGED): object {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const { name, stack, cause } = thrown;
  const message = describe(thrown);
  // Not as a field named code: those are what people type in, and left out.
  const type = "code" in thrown ? `${name} ${String(thrown.code)}` : name;
  return {
    type,
    message,
    stack: stack?.replace(thrown.message, () => message),
    ...(cause !== undefined && causes > 0 && { cause: toEntry(cause, describe, causes - 1) }),
  };
}
