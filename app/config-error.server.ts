/** The error of a setting that cannot be used. */

/** A setting that cannot be used. The message names the variable or the file. */
export class ConfigError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ConfigError";
  }
}
