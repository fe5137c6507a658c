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

/** A logger at `level`. Values of fields named like a secret are replaced, two levels deep. */
export function makeLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: "[secret]",
    },
  });
}
