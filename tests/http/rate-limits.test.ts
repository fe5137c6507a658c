/** Rate limits for callers: from one IP and from many, behind a proxy, and with Redis. */
import { createHash, randomInt, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD_LIMITS } from "~/domain/rate-limits";
import { createApiClient, createUserOnFreePlan, PASSWORD } from "../support/clients";
import { createMigratedFile } from "../support/migrated-stores";
import { startProduct, type Product } from "../support/product";
import { isRedisReached, redisPort, redisUrl } from "../support/redis";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";

const getTries = (limit: string) => PASSWORD_LIMITS.find(({ name }) => name === limit)?.attempts ?? 0;
const HERE = getTries("password-here");
const BY_ADDRESS = getTries("password-address");
const MAILS_HERE = 20;

type Headers = Record<string, string>;

/** Sends a wrong password this many times, one after the other; returns the statuses. */
async function guess(
  product: Product,
  times: number,
  of: (index: number) => { email: string; headers?: Headers },
): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const { email, headers = {} } = of(index);
    const { status } = await createApiClient(product)(
      "POST",
      "/api/auth",
      { email, password: "wrong one!" },
      headers,
    );
    statuses.push(status);
  }
  return statuses;
}

const repeatStatus = (times: number, status: number) => Array.from({ length: times }, () => status);

describe("without a proxy in front", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.stop());

  test("headers that name another IP change nothing", async () => {
    const statuses = await guess(product, HERE + 1, (index) => ({
      email: "forged@example.com",
      headers: {
        "X-Forwarded-For": `10.1.1.${index}`,
        Forwarded: `for=10.1.1.${index}`,
        "X-Real-IP": `10.1.1.${index}`,
      },
    }));
    expect(statuses).toEqual([...repeatStatus(HERE, 401), 429]);
  });

  test("one password tried on many emails is limited by IP", async () => {
    const left = BY_ADDRESS - HERE;
    const statuses = await guess(product, left + 2, (index) => ({ email: `person${index}@example.com` }));
    expect(statuses).toEqual([...repeatStatus(left, 401), 429, 429]);
  });
});

describe("behind one proxy", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  });
  afterAll(() => product.stop());

  const from = (address: string) => ({ "X-Forwarded-For": address });

  test("the IP from the proxy counts, not the one that the caller sent", async () => {
    const statuses = await guess(product, HERE + 1, (index) => ({
      email: "behind@example.com",
      headers: from(`10.2.2.${index}, 192.0.2.1`),
    }));
    expect(statuses).toEqual([...repeatStatus(HERE, 401), 429]);
  });

  test("an attacker who exhausts their own limit locks out no one else", async () => {
    const email = "victim@example.com";
    await createUserOnFreePlan(product, email);
    await guess(product, HERE + 1, () => ({ email, headers: from("192.0.2.7") }));
    const answer = await createApiClient(product)(
      "POST",
      "/api/auth",
      { email, password: PASSWORD },
      from("192.0.2.8"),
    );
    expect(answer.status).toBe(200);
  });

  test("a rejected request consumes no limit of the email it names", async () => {
    const email = "chosen@example.com";
    await createUserOnFreePlan(product, email);
    // Each IP may try ten times on one email, so it takes two to exhaust the limit of twenty.
    const attackers = [from("192.0.2.20"), from("192.0.2.21")];
    for (const headers of attackers) {
      const strangers = await guess(product, BY_ADDRESS, (index) => ({
        email: `somebody${index}@example.com`,
        headers,
      }));
      expect(strangers).toEqual(repeatStatus(BY_ADDRESS, 401));
      expect(await guess(product, 25, () => ({ email, headers }))).toEqual(repeatStatus(25, 429));
    }
    const own = await createApiClient(product)(
      "POST",
      "/api/auth",
      { email, password: PASSWORD },
      from("192.0.2.22"),
    );
    expect(own.status).toBe(200);
  });

  test.each(["/api/auth/magic", "/api/auth/password/reset/request"])(
    "%s: a rejected request consumes no limit of the email it names",
    async (path) => {
      const ask = async (email: string, address: string) =>
        (await createApiClient(product)("POST", path, { email }, from(address))).status;
      const email = "waiting@example.com";
      for (let index = 0; index < MAILS_HERE; index += 1)
        expect(await ask(`somebody${index}@example.com`, "192.0.2.30")).toBe(200);
      for (let times = 0; times < 5; times += 1) expect(await ask(email, "192.0.2.30")).toBe(429);
      expect(await ask(email, "192.0.2.31")).toBe(200);
    },
  );

  test.each([
    ["the IPs of one IPv6 network share a limit", (index: number) => `2001:db8:1:2:${index}::1`],
    ["an IPv4 and its IPv6 form share a limit", (index: number) => `${index % 2 ? "::ffff:" : ""}192.0.2.9`],
    ["an IPv4 with different ports shares a limit", (index: number) => `192.0.2.10:${40_000 + index}`],
    ["an IPv6 with different ports shares a limit", (index: number) => `[2001:db8:1:3::1]:${40_000 + index}`],
  ])("%s", async (name, address) => {
    const statuses = await guess(product, HERE + 1, (index) => ({
      email: `${name.replaceAll(/\W/g, "")}@example.com`,
      headers: from(address(index)),
    }));
    expect(statuses).toEqual([...repeatStatus(HERE, 401), 429]);
  });
});

/** In Redis, for this file alone. */
const OWN_DATABASE = "/9";

describe.skipIf(!(await isRedisReached()))("with Redis, if TEST_REDIS_URL names one", () => {
  const folder = mkdtempSync(join(tmpdir(), "shared-limits-"));
  let wire: TcpProxy;
  let redis: Redis;
  let before: Set<string>;
  let processes: [Product, Product];
  beforeAll(async () => {
    wire = await startTcpProxy({ host: redisUrl.hostname, port: redisPort });
    const url = new URL(OWN_DATABASE, redisUrl);
    redis = new Redis(url.href);
    before = new Set(await redis.keys("*"));
    url.host = `127.0.0.1:${wire.port}`;
    // An installation is a database and a secret.
    const file = join(folder, "app.db");
    await createMigratedFile(file);
    const installation = { DATABASE_URL: `sqlite:${file}`, APP_SECRET: randomUUID() };
    const start = (name: string) => {
      const own = { DATA_DIR: mkdtempSync(join(folder, name)), REDIS_URL: url.href };
      return startProduct({ ...installation, ...own, TRUST_PROXY_HOPS: "1" });
    };
    processes = await Promise.all([start("one-"), start("two-")]);
  });
  afterAll(async () => {
    await Promise.all(processes.map((product) => product.stop()));
    const own = await redis.keys("groundwork-*");
    await redis.del("unused", ...own);
    redis.disconnect();
    await wire.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A fresh email and IP for each test: Redis still holds the counts of earlier runs. */
  const createUnusedEmail = () => ({
    email: `${randomUUID()}@example.com`,
    headers: { "X-Forwarded-For": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` },
  });

  test("several processes share the counts", async () => {
    const one = createUnusedEmail();
    const statuses: number[] = [];
    for (let round = 0; round < HERE / 2; round += 1)
      for (const product of processes) statuses.push(...(await guess(product, 1, () => one)));
    statuses.push(...(await guess(processes[0], 1, () => one)));
    expect(statuses).toEqual([...repeatStatus(HERE, 401), 429]);
  });

  test("every key in Redis begins with what names the installation, and none contains what it counts by", async () => {
    const one = createUnusedEmail();
    await guess(processes[0], 1, () => one);
    const keys = (await redis.keys("*")).filter((key) => !before.has(key));
    for (const key of keys) expect(key).toMatch(/^groundwork-(jobs|limits):[\w-]{43}:/);
    expect(new Set(keys.map((key) => key.split(":")[0]))).toEqual(
      new Set(["groundwork-jobs", "groundwork-limits"]),
    );
    const subjects = [
      one.email,
      one.headers["X-Forwarded-For"],
      `${one.headers["X-Forwarded-For"]} ${one.email}`,
    ];
    for (const subject of subjects)
      for (const text of [subject, createHash("sha256").update(subject).digest("hex").slice(0, 8)])
        expect(keys.filter((key) => key.includes(text))).toEqual([]);
  });

  test("when Redis is down, each process counts for itself: the limit holds, and no request fails", async () => {
    const one = createUnusedEmail();
    await wire.cut();
    const statuses = await guess(processes[0], HERE + 1, () => one);
    await wire.mend();
    expect(statuses).toEqual([...repeatStatus(HERE, 401), 429]);
    expect(await processes[0].wholeOutput()).toContain("Redis is away");
  });

  test("when Redis hangs, requests do not wait long for it", async () => {
    const one = createUnusedEmail();
    wire.freeze();
    const startedAt = Date.now();
    const statuses = await guess(processes[1], 2, () => one);
    const tookMs = Date.now() - startedAt;
    await wire.mend();
    expect(statuses).toEqual([401, 401]);
    expect(tookMs).toBeLessThan(15_000);
  });
});
