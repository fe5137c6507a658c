/**
 * Passwords of users whose password is not what is tested, hashed at a tenth of a millisecond. The product compares them as
 * it does its own, whose cost is a fact of app/services/platform/crypto/passwords.server.test.ts.
 */
import { hash, verify } from "@node-rs/argon2";
import type { Passwords } from "~/services/platform/crypto/passwords.server";

/** The least that argon2 allows. */
const COST = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

export const hashQuickly = (password: string): Promise<string> => hash(password, COST);

/** The service for operations that tests run without a server. */
export const QUICK_PASSWORDS: Passwords = {
  hash: hashQuickly,
  matches: async (password, known) => known !== null && (await verify(known, password)),
};
