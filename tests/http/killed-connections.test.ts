/**
 * A server that ends connections at any moment, under load: requests may answer 503, and no process ends. By hand for each
 * server, with one process and with two: `KILL_ROUNDS=100 npx vitest run --project http tests/http/killed-connections.test.ts`;
 * KILL_ONLY="MariaDB 2" runs one of them, and KILL_SEED repeats its waits.
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hours } from "~/domain/limits";
import { createApiClient, createBrowserWithSession, PASSWORD, signUp } from "../support/clients";
import { openDatabaseKiller, openRedisKiller, type ConnectionKiller } from "../support/connection-killer";
import { makeTestUser, type TestUser } from "../support/users";
import { startProduct, waitFor, type Product } from "../support/product";
import { makeRandom } from "../support/random";
import { startRedis, type RedisServer } from "../support/redis-server";
import { listReachableStores, type FreshStore } from "../support/stores";

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1);
const SEED = Number(process.env.KILL_SEED ?? 1);
const ROUND_MS = 2000;
const CLIENTS = 12;
/** The waits between two kills. */
const [LEAST_MS, MOST_MS] = [25, 350];

/** Without KILL_ROUNDS only the first: before each connection had a listener from its birth, it died in every round. */
const CASES = [
  { server: "PostgreSQL", processes: 1 },
  { server: "PostgreSQL", processes: 2 },
  { server: "MariaDB", processes: 1 },
  { server: "MariaDB", processes: 2 },
  { server: "Redis", processes: 1 },
  { server: "Redis", processes: 2 },
].slice(0, process.env.KILL_ROUNDS === undefined ? 1 : undefined);
const ONLY = process.env.KILL_ONLY;
const kinds = await listReachableStores();

/** The database of a case: one of the server whose connections end, or any. */
const findKind = (server: string) =>
  kinds.find(({ name }) => name === (server === "Redis" ? "SQLite" : server));

for (const { server, processes } of CASES) {
  const name = `${server} ${processes}`;
  const isRun = findKind(server) !== undefined && (ONLY ?? name) === name;
  describe.skipIf(!isRun)(`${server} ends every connection of ${processes}`, () => {
    let fresh: FreshStore | undefined;
    let redis: RedisServer | undefined;
    let product: Product;
    let person: TestUser;
    let killer: ConnectionKiller;
    const signIn = { email: "grace@example.com", password: PASSWORD };
    beforeAll(async () => {
      fresh = await findKind(server)?.create();
      if (!fresh) throw new Error(`${server} is not reached`);
      if (processes > 1 || server === "Redis") redis = await startRedis();
      product = await startProduct({
        DATABASE_URL: fresh.url,
        LOG_LEVEL: "warn",
        WEB_CONCURRENCY: String(processes),
        ...(redis && { REDIS_URL: redis.url }),
      });
      const state = { permission: "owner", isVerified: true, subscription: "active" } as const;
      person = await makeTestUser(fresh.store, state);
      await signUp(product, signIn.email);
      killer = server === "Redis" ? openRedisKiller(redis?.url ?? "") : await openDatabaseKiller(fresh.url);
    });
    afterAll(async () => {
      await killer.close();
      await product.stop();
      await fresh?.drop();
      await redis?.stop();
    });

    test(
      "no process ends, and all requests are answered again soon after",
      { timeout: hours(1) },
      async () => {
        const random = makeRandom(SEED);
        const counts = new Map<string, number>();
        const count = (what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);
        const until = Date.now() + ROUNDS * ROUND_MS;
        const load = Array.from({ length: CLIENTS }, () => ask(product, person, { until, count }));
        while (Date.now() < until && product.process.exitCode === null) {
          count("connections ended", await killer.kill());
          count("kills");
          await wait(LEAST_MS + random() * (MOST_MS - LEAST_MS));
        }
        await Promise.all(load);
        const ends = product.output().match(/"level":60|a process ended/g) ?? [];
        if (ROUNDS > 1) process.stdout.write(`${name}: ${JSON.stringify(Object.fromEntries(counts))}\n`);
        expect([product.process.exitCode, ends]).toEqual([null, []]);
        expect([...counts.keys()].filter((what) => /^(500|broken)/.test(what))).toEqual([]);
        const dashboard = createBrowserWithSession(product, person.cookie);
        await waitFor(async () => (await dashboard.get("/dashboard")).status === 200, "the dashboard");
        await waitFor(async () => (await dashboard.get("/health/ready")).status === 200, "readiness");
        const visitor = createApiClient(product);
        await waitFor(async () => (await visitor("POST", "/api/auth", signIn)).status === 200, "a sign-in");
      },
    );
  });
}

/** Makes one request after the other, and counts the statuses. */
async function ask(
  product: Product,
  person: TestUser,
  { until, count }: { until: number; count: (what: string) => void },
): Promise<void> {
  const visitor = createBrowserWithSession(product, person.cookie);
  const call = createApiClient(product, person.token);
  const requests = [
    () => visitor.get("/dashboard"),
    () => call("GET", "/api/user"),
    () => call("PATCH", "/api/user", { name: "Ada Lovelace" }),
    () => call("GET", "/health/ready"),
    () => call("GET", "/api/account/users"),
  ];
  for (let turn = 0; Date.now() < until && product.process.exitCode === null; turn += 1) {
    const answer = requests[turn % requests.length]?.();
    count(
      await Promise.resolve(answer).then(
        (given) => String(given?.status),
        () => "broken",
      ),
    );
  }
}
