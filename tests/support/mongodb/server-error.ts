/** The errors that MongoDB answers with, by their codes. */
import type { Document } from "bson";

const NAMES = {
  1: "InternalError",
  20: "IllegalOperation",
  26: "NamespaceNotFound",
  27: "IndexNotFound",
  48: "NamespaceExists",
  50: "MaxTimeMSExpired",
  59: "CommandNotFound",
  72: "InvalidOptions",
  85: "IndexOptionsConflict",
  112: "WriteConflict",
  251: "NoSuchTransaction",
  10107: "NotWritablePrimary",
  11000: "DuplicateKey",
} as const;

type ServerErrorCode = keyof typeof NAMES;

export class ServerError extends Error {
  readonly code: ServerErrorCode;
  readonly details: Document;
  constructor(code: ServerErrorCode, message: string, details: Document = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Returns the answer to a command that failed. In a transaction, some failures invite to repeat it. */
export function toErrorReply({ code, message, details }: ServerError, isInTransaction: boolean): Document {
  const isTransient = isInTransaction && [112, 251, 10107].includes(code);
  return {
    ok: 0,
    code,
    codeName: NAMES[code],
    errmsg: message,
    ...details,
    ...(isTransient && { errorLabels: ["TransientTransactionError"] }),
  };
}
