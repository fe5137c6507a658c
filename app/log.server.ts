/** The log: one JSON line an event, secrets left out whoever logs them. */
import pino from "pino";

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

/** Causes of causes that are told. */
const CAUSES_TOLD = 5;

/**
 * A logger at `level`, to standard output when no other place is given. Values of fields named like a secret are
 * replaced, two levels deep.
 */
export function makeLog(level: string, to: pino.DestinationStream = pino.destination(1)): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: toldOf },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: "[secret]",
    },
  };
  return pino(options, to);
}

/** Of an error what it says, where it happened and why. What else a library hangs on it may be anybody's data. */
function toldOf(thrown: unknown, causes: unknown = CAUSES_TOLD): object {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const { name, message, stack, cause } = thrown;
  const left = Number(causes);
  // Not as a field named code: those are what people type in, and left out.
  const type = "code" in thrown ? `${name} ${String(thrown.code)}` : name;
  return {
    type,
    message,
    stack,
    ...(cause !== undefined && left > 0 && { cause: toldOf(cause, left - 1) }),
  };
}
