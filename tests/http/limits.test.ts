/** Rate limits as callers meet them: from one place and from many, behind a proxy, and with Redis. Security B2, B3, B9. */
import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD_LIMITS } from "~/domain/rate-limits";
import { program, settled, PASSWORD } from "../support/caller";
import { startProduct, type Product } from "../support/product";
import { isRedisReached, redisPort, redisUrl } from "../support/redis";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";

const triesOf = (limit: string) => PASSWORD_LIMITS.find(({ name }) => name === limit)?.tries ?? 0;
const HERE = triesOf("password-here");
const BY_ADDRESS = triesOf("password-address");
const MAILS_HERE = 20;

type Headers = Record<string, string>;

/** A wrong password, given so many times one after the other; the statuses of the answers. */
async function guess(
  product: Product,
  times: number,
  of: (index: number) => { email: string; headers?: Headers },
): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const { email, headers = {} } = of(index);
    const { status } = await program(product)(
      "POST",
      "/api/auth",
      { email, password: "wrong one!" },
      headers,
    );
    statuses.push(status);
  }
  return statuses;
}

const many = (times: number, status: number) => Array.from({ length: times }, () => status);

describe("without a proxy in front", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.stop());

  test("headers that name another address change nothing", async () => {
    const statuses = await guess(product, HERE + 1, (index) => ({
      email: "forged@example.com",
      headers: {
        "X-Forwarded-For": `10.1.1.${index}`,
        Forwarded: `for=10.1.1.${index}`,
        "X-Real-IP": `10.1.1.${index}`,
      },
    }));
    expect(statuses).toEqual([...many(HERE, 401), 429]);
  });

  test("one password tried on many people ends, too", async () => {
    const left = BY_ADDRESS - HERE;
    const statuses = await guess(product, left + 2, (index) => ({ email: `person${index}@example.com` }));
    expect(statuses).toEqual([...many(left, 401), 429, 429]);
  });
});

describe("behind one proxy", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  });
  afterAll(() => product.stop());

  const from = (address: string) => ({ "X-Forwarded-For": address });

  test("the address that the proxy names counts, not what the caller wrote before it", async () => {
    const statuses = await guess(product, HERE + 1, (index) => ({
      email: "behind@example.com",
      headers: from(`10.2.2.${index}, 192.0.2.1`),
    }));
    expect(statuses).toEqual([...many(HERE, 401), 429]);
  });

  test("a locked-out guesser locks nobody else out", async () => {
    const email = "victim@example.com";
    await settled(product, email);
    await guess(product, HERE + 1, () => ({ email, headers: from("192.0.2.7") }));
    const answer = await program(product)(
      "POST",
      "/api/auth",
      { email, password: PASSWORD },
      from("192.0.2.8"),
    );
    expect(answer.status).toBe(200);
  });

  test("addresses that are refused use up nobody's tries", async () => {
    const email = "chosen@example.com";
    await settled(product, email);
    // Each may try ten times on one person, so it takes two to use up their twenty.
    const attackers = [from("192.0.2.20"), from("192.0.2.21")];
    for (const headers of attackers) {
      const strangers = await guess(product, BY_ADDRESS, (index) => ({
        email: `somebody${index}@example.com`,
        headers,
      }));
      expect(strangers).toEqual(many(BY_ADDRESS, 401));
      expect(await guess(product, 25, () => ({ email, headers }))).toEqual(many(25, 429));
    }
    const own = await program(product)(
      "POST",
      "/api/auth",
      { email, password: PASSWORD },
      from("192.0.2.22"),
    );
    expect(own.status).toBe(200);
  });

  test.each(["/api/auth/magic", "/api/auth/password/reset/request"])(
    "nor does it at %s: the person still gets their mail",
    async (path) => {
      const ask = async (email: string, address: string) =>
        (await program(product)("POST", path, { email }, from(address))).status;
      const email = "waiting@example.com";
      for (let index = 0; index < MAILS_HERE; index += 1)
        expect(await ask(`somebody${index}@example.com`, "192.0.2.30")).toBe(200);
      for (let times = 0; times < 5; times += 1) expect(await ask(email, "192.0.2.30")).toBe(429);
      expect(await ask(email, "192.0.2.31")).toBe(200);
    },
  );

  test.each([
    ["an IPv6 customer's many addresses are one", (index: number) => `2001:db8:1:2:${index}::1`],
    [
      "an IPv4 address is the same in IPv6's spelling",
      (index: number) => `${index % 2 ? "::ffff:" : ""}192.0.2.9`,
    ],
    ["so is one that the proxy names with its port", (index: number) => `192.0.2.10:${40_000 + index}`],
    ["and an IPv6 address with its port", (index: number) => `[2001:db8:1:3::1]:${40_000 + index}`],
  ])("%s", async (name, address) => {
    const statuses = await guess(product, HERE + 1, (index) => ({
      email: `${name.replaceAll(/\W/g, "")}@example.com`,
      headers: from(address(index)),
    }));
    expect(statuses).toEqual([...many(HERE, 401), 429]);
  });
});

describe.skipIf(!(await isRedisReached()))("with Redis, where TEST_REDIS_URL names it", () => {
  let wire: TcpProxy;
  let processes: [Product, Product];
  beforeAll(async () => {
    wire = await startTcpProxy({ host: redisUrl.hostname, port: redisPort });
    const address = new URL(redisUrl);
    address.host = `127.0.0.1:${wire.port}`;
    const settings = { REDIS_URL: address.href, TRUST_PROXY_HOPS: "1" };
    processes = await Promise.all([startProduct(settings), startProduct(settings)]);
  });
  afterAll(async () => {
    await Promise.all(processes.map((product) => product.stop()));
    await wire.close();
  });

  /** Of this run and test alone: what earlier ones counted is in Redis still. */
  const nobody = () => ({
    email: `${randomUUID()}@example.com`,
    headers: { "X-Forwarded-For": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` },
  });

  test("several processes count together", async () => {
    const one = nobody();
    const statuses: number[] = [];
    for (let round = 0; round < HERE / 2; round += 1)
      for (const product of processes) statuses.push(...(await guess(product, 1, () => one)));
    statuses.push(...(await guess(processes[0], 1, () => one)));
    expect(statuses).toEqual([...many(HERE, 401), 429]);
  });

  test("when it is away a process counts for itself: nothing more is let through, and nothing fails", async () => {
    const one = nobody();
    await wire.cut();
    const statuses = await guess(processes[0], HERE + 1, () => one);
    await wire.mend();
    expect(statuses).toEqual([...many(HERE, 401), 429]);
    expect(await processes[0].wholeOutput()).toContain("Redis is away");
  });

  test("when it hangs nobody waits for it long", async () => {
    const one = nobody();
    wire.freeze();
    const startedAt = Date.now();
    const statuses = await guess(processes[1], 2, () => one);
    const tookMs = Date.now() - startedAt;
    await wire.mend();
    expect(statuses).toEqual([401, 401]);
    expect(tookMs).toBeLessThan(15_000);
  });
});
