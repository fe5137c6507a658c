/** Passwords: argon2id in the native thread pool, behind a gate so that many sign-ins cannot starve the rest. */
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { PASSWORDS_WAITING_MAX } from "~/domain/limits";
import { AppError } from "~/domain/errors";

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Costs the same whether there is a hash to compare with or not. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

// OWASP's minimum for argon2id, which is the library's own choice of algorithm: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The password service. Throws `unavailable` when too many are already waiting. */
export function makePasswords(atOnce = availableParallelism()): Passwords {
  const gate = makeGate(atOnce, PASSWORDS_WAITING_MAX);
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

/** Lets `atOnce` tasks run; up to `waitingMax` more wait their turn; the rest are refused. */
function makeGate(atOnce: number, waitingMax: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function through<T>(task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax)
        throw new AppError("unavailable", "errors:busy", { retryAfterSeconds: 2 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
