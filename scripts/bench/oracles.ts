/** Whether a response's time reveals which emails have a user: known and unknown emails, requested alternately. */
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import { openStore } from "../../app/models/store/open-store";
import { PASSWORD, createApiClient, type ApiAnswer } from "../../tests/support/clients";
import { makeTestUser } from "../../tests/support/users";
import { userEntity } from "../../app/models/user.server";
import { getDatabaseUrl } from "./growth-data";
import { startServer } from "./server-process";
import { createServerPlans } from "./servers";
import type { Settings } from "./settings";
import { calculateMannWhitney, calculateMedian } from "./statistics";

const WRONG = "not the password!";

/** The requests with which an attacker can try to learn whether an email has a user. */
const QUESTIONS: readonly { name: string; path: string; input: (email: string) => Record<string, string> }[] =
  [
    { name: "sign in, wrong password", path: "/api/auth", input: (email) => ({ email, password: WRONG }) },
    { name: "ask for a link", path: "/api/auth/magic", input: (email) => ({ email }) },
    {
      name: "ask for a new password",
      path: "/api/auth/password/reset/request",
      input: (email) => ({ email }),
    },
    {
      name: "sign up, wrong password",
      path: "/api/account",
      input: (email) => ({ name: "Mallory", email, password: WRONG, confirm_password: WRONG }),
    },
  ];

export interface Oracle {
  name: string;
  knownMs: number;
  unknownMs: number;
  /** The probability of such a difference by chance (Mann-Whitney, two-sided). */
  probability: number;
  /** Whether status and body are the same for both. */
  isSameAnswer: boolean;
}

/** Sends every request for as many known as unknown emails, each from another IP, alternately. */
export async function measureOracles(folder: string, { asked }: Settings): Promise<Oracle[]> {
  const dataDir = join(folder, "oracles");
  const known = await registerPeople(dataDir, asked);
  const unknown = known.map((_, index) => `nobody${index}@example.com`);
  const server = await startServer({ ...createServerPlans(folder).product, dataDir, trustedProxies: 1 });
  const oracles: Oracle[] = [];
  for (const { name, path, input } of QUESTIONS) {
    const ask = (email: string) => sendTimed(server, path, input(email));
    await ask("warm@example.com");
    const times = { known: [] as number[], unknown: [] as number[] };
    const answers = { known: new Set<string>(), unknown: new Set<string>() };
    for (let index = 0; index < asked; index += 1) {
      for (const kind of shufflePair(["known", "unknown"] as const)) {
        const { ms, answer } = await ask({ known, unknown }[kind][index] ?? "");
        times[kind].push(ms);
        answers[kind].add(toComparable(answer));
      }
    }
    oracles.push({
      name,
      knownMs: calculateMedian(times.known),
      unknownMs: calculateMedian(times.unknown),
      probability: calculateMannWhitney(times.known, times.unknown),
      isSameAnswer: [...answers.known].join() === [...answers.unknown].join(),
    });
  }
  await server.stop();
  return oracles;
}

/** In a fixed order, the mail of an earlier request would always delay the same kind. */
function shufflePair<T>([first, second]: readonly [T, T]): [T, T] {
  return randomInt(2) === 0 ? [first, second] : [second, first];
}

/** Creates users with a password, and returns their emails. */
async function registerPeople(dataDir: string, count: number): Promise<string[]> {
  const store = await openStore(getDatabaseUrl(dataDir));
  await store.migrate();
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const emails: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { userId } = await makeTestUser(store, {
      permission: "owner",
      isVerified: true,
      subscription: "active",
    });
    const email = `known${index}@example.com`;
    await store.update(userEntity, { id: userId }, { email, emailClaim: email, passwordHash });
    emails.push(email);
  }
  await store.close();
  return emails;
}

let asker = 0;

/** Every request comes from an IP of its own, so that no rate limit is reached. */
async function sendTimed(server: { url: string }, path: string, input: Record<string, string>) {
  asker += 1;
  const network = `10.${Math.floor(asker / 65_536)}.${Math.floor(asker / 256) % 256}.${asker % 256}`;
  const startedAt = performance.now();
  const answer = await createApiClient(server)("POST", path, input, { "X-Forwarded-For": network });
  return { ms: performance.now() - startedAt, answer };
}

/** The response without the parts that always differ: tokens, ids, times and the email itself. */
function toComparable({ status, body }: ApiAnswer): string {
  const plain = JSON.stringify(body)
    .replace(/"(token|account_id|id|email|date_created)":"[^"]*"/g, "$1")
    .replace(/(known|nobody)\d+@example\.com/g, "address");
  return `${status} ${plain}`;
}
