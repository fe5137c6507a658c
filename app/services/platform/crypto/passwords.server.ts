/** Passwords: argon2id in the native thread pool, with limited concurrency so that sign-ins do not block other work. */
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { createConcurrencyGate } from "~/domain/concurrency-gate";
import { PASSWORDS_RETRY_AFTER_SECONDS, PASSWORDS_WAITING_MAX } from "~/domain/limits";

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long without a hash as with one, so that the duration does not reveal whether a user exists. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

// OWASP's minimum for argon2id, the library's default algorithm: 19 MiB, two passes, one lane.
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Creates the password service. Its calls throw unavailable when too many others are waiting. */
export function makePasswords(atOnce = availableParallelism()): Passwords {
  const gate = createConcurrencyGate({
    atOnce,
    waiting: PASSWORDS_WAITING_MAX,
    retryAfterSeconds: PASSWORDS_RETRY_AFTER_SECONDS,
  });
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => gate(() => hash(password, COST)),
    async matches(password, known) {
      decoy ??= hash("a password without a user", COST);
      const stored = known ?? (await decoy);
      const isMatch = await gate(() => verify(stored, password));
      return isMatch && known !== null;
    },
  };
}
