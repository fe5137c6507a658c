/** Why a backup cannot be made or restored. The message is a sentence for the operator: what is wrong, and what to do. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "BackupError";
  }
}

/** Converts an error of the file system to BackupError, whose message names the file, and returns any other unchanged. */
export function toFileError(error: unknown, file?: string): unknown {
  if (!isFileError(error)) return error;
  return new BackupError(`${file ?? error.path ?? "A file"} could not be written: ${error.message}`, error);
}

/** An error of the file system, with a message that names the call and the path. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "errno" in error;
}
