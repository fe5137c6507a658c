/** How a start fails: with one sentence about what an operator can put right, and with its stack for a mistake in the code. */
import { inspect } from "node:util";
import { ConfigError } from "../config/config.server";

/** Errors whose messages are written for operators. By their names, because the build has the classes twice. */
const FOR_OPERATORS = new Set(["ConfigError", "SavedSettingsError"]);

/** Returns the text that a failed start prints. */
export function describeStartFailure(error: unknown): string {
  return isForOperators(error) ? error.message : `The product could not start. ${inspect(error)}`;
}

/** The messages of the operating system's errors name the call and the path, or the address. */
function isForOperators(error: unknown): error is Error {
  return error instanceof Error && (FOR_OPERATORS.has(error.name) || "syscall" in error);
}

/** Returns what a step of the start has thrown as an error that names what to put right. A mistake in the code is unchanged. */
export function toConfigError(setting: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || isMistake(thrown) || FOR_OPERATORS.has(thrown.name)) return thrown;
  return new ConfigError(`${setting}: ${thrown.message}`, thrown);
}

function isMistake(error: Error): boolean {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}
