/** Passwords: argon2id in the native thread pool, behind a gate so that many sign-ins cannot starve the rest. */
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { createConcurrencyGate } from "~/domain/concurrency-gate";
import { PASSWORDS_RETRY_AFTER_SECONDS, PASSWORDS_WAITING_MAX } from "~/domain/limits";

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Costs the same whether there is a hash to compare with or not. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

// OWASP's minimum for argon2id, which is the library's own choice of algorithm: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The password service. Throws `unavailable` when too many are already waiting. */
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
      decoy ??= hash("a password nobody has", COST);
      const stored = known ?? (await decoy);
      const isMatch = await gate(() => verify(stored, password));
      return isMatch && known !== null;
    },
  };
}
