/** Limits of several installations on one Redis: each counts apart, and what they count by cannot be read or tried out. */
import { createHash, randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as domain from "~/domain/rate-limits";
import type { RateLimit } from "~/domain/rate-limits";
import { createFirstSecrets } from "~/services/platform/crypto/hash-keys.server";
import { createLimiter } from "~/services/platform/rate-limits/limiter.server";
import { createRedisPrefix } from "~/services/platform/redis-names.server";
import { isRedisReached, redisUrl } from "../support/redis";

/** In Redis, for this file alone. */
const OWN_DATABASE = "/10";
const SUBJECTS = ["192.0.2.1", "ada@example.com", "192.0.2.1 ada@example.com", "device 1"];

const LIMITS = Object.values(domain).flat();

describe.skipIf(!(await isRedisReached()))("with Redis, if TEST_REDIS_URL names one", () => {
  let redis: Redis;
  let before: Set<string>;
  const prefixes: string[] = [];
  beforeAll(async () => {
    redis = new Redis(new URL(OWN_DATABASE, redisUrl).href);
    before = new Set(await redis.keys("*"));
  });
  afterEach(async () => {
    for (const prefix of prefixes) await redis.del("unused", ...(await redis.keys(`${prefix}:*`)));
  });
  afterAll(() => redis.disconnect());

  /** One process's counts. */
  function openLimiter({ secret, databaseUrl }: { secret: string; databaseUrl: string }) {
    const secrets = createFirstSecrets(secret);
    const prefix = createRedisPrefix({ config: { databaseUrl }, secrets }, "limits");
    prefixes.push(prefix);
    return { prefix, ...createLimiter(secrets, { redis, prefix }) };
  }
  const createInstallation = () => ({
    secret: randomUUID(),
    databaseUrl: `postgres://app:password@db/${randomUUID()}`,
  });

  test("after a walk of all limits every key has the installation's name, and none what it was counted by", async () => {
    expect(LIMITS.length).toBeGreaterThan(50);
    const { prefix, consume } = openLimiter(createInstallation());
    for (const limit of LIMITS) for (const subject of SUBJECTS) await consume(limit, subject);
    const keys = (await redis.keys("*")).filter((key) => !before.has(key));
    expect(keys.filter((key) => !key.startsWith("groundwork-limits:"))).toEqual([]);
    const own = keys.filter((key) => key.startsWith(`${prefix}:`));
    expect(own).toHaveLength(LIMITS.length * SUBJECTS.length);
    for (const subject of SUBJECTS)
      for (const text of [subject, ...listHashes(subject)])
        expect(own.filter((key) => key.includes(text))).toEqual([]);
  });

  test.each([
    ["of another secret", (one: Installation) => ({ ...one, secret: randomUUID() })],
    ["on another database", (one: Installation) => ({ ...one, databaseUrl: `${one.databaseUrl}-copy` })],
  ])(
    "an installation %s counts apart, under keys that cannot be matched; another process counts along",
    async (...[, change]) => {
      const installation = createInstallation();
      const [one, two, other] = [installation, installation, change(installation)].map(openLimiter);
      if (!one || !two || !other) throw new Error("there are three");
      await one.consume(TWICE, "192.0.2.1");
      expect(await two.consume(TWICE, "192.0.2.1")).toMatchObject({ remaining: 0 });
      await expect(one.consume(TWICE, "192.0.2.1")).rejects.toMatchObject({ code: "too_many" });
      expect(await other.consume(TWICE, "192.0.2.1")).toMatchObject({ remaining: 1 });
    },
  );

  test("one subject has another hash in another installation, so that none is recognized by its hash", async () => {
    const [one, other] = [openLimiter(createInstallation()), openLimiter(createInstallation())];
    for (const { consume } of [one, other]) await consume(TWICE, "192.0.2.1");
    const [[own = ""], [others = ""]] = [
      await redis.keys(`${one.prefix}:*`),
      await redis.keys(`${other.prefix}:*`),
    ];
    expect(own.split(":").at(-1)).not.toBe(others.split(":").at(-1));
  });
});

type Installation = { secret: string; databaseUrl: string };
const TWICE: RateLimit = { name: "twice", attempts: 2, seconds: 60, by: "ip", counts: "all" };

/** The beginnings of what anyone can compute of a subject. */
function listHashes(subject: string): string[] {
  return ["sha256", "sha1", "md5"].flatMap((algorithm) => {
    const hash = createHash(algorithm).update(subject).digest();
    return [hash.toString("hex").slice(0, 8), hash.toString("base64url").slice(0, 8)];
  });
}
