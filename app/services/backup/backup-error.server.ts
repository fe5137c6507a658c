/** Why a backup cannot be made or restored. The message is a sentence for the operator: what is wrong, and what to do. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "BackupError";
  }
}
