import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RateLimit } from "~/domain/rate-limits";
import { refundAll, createLimiter, consumeAll, type Limiter, type LimitHit } from "./limiter.server";

const createLimit = (name: string, attempts: number): RateLimit => ({
  name,
  attempts,
  seconds: 60,
  by: "email",
  counts: "all",
});
const few = createLimit("few", 2);
const many = createLimit("many", 5);

let limiter: Limiter;
beforeEach(() => {
  vi.useFakeTimers();
  limiter = createLimiter({ hash: (_purpose, subject) => subject });
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many of `times` concurrent attempts are allowed. */
async function countAllowed(times: number, hits: readonly LimitHit[]): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: times }, () => consumeAll(limiter, hits)));
  return results.filter(({ status }) => status === "fulfilled").length;
}

test("of any number of concurrent attempts, as many as the limit are allowed", async () => {
  expect(await countAllowed(50, [{ limit: many, subject: "a" }])).toBe(5);
});

describe("when the limit is exceeded", () => {
  test("the error has the whole seconds to wait, and after them an attempt is allowed again", async () => {
    const hits = [{ limit: few, subject: "a" }];
    await countAllowed(2, hits);
    vi.advanceTimersByTime(20_500);
    await expect(consumeAll(limiter, hits)).rejects.toMatchObject({
      code: "too_many",
      detail: { retryAfterSeconds: 40 },
    });
    vi.advanceTimersByTime(39_000);
    await expect(consumeAll(limiter, hits)).rejects.toMatchObject({ code: "too_many" });
    vi.advanceTimersByTime(1000);
    expect(await countAllowed(3, hits)).toBe(2);
  });
});

test("an attempt that one limit rejects consumes none of the others, earlier or later in the list", async () => {
  const [earlier, later] = [createLimit("earlier", 5), createLimit("later", 5)];
  const hits = [earlier, few, later].map((limit) => ({ limit, subject: "a" }));
  let allowed = 0;
  for (let times = 0; times < 20; times += 1) allowed += await countAllowed(1, hits);
  expect(allowed).toBe(2);
  expect(await countAllowed(20, [{ limit: earlier, subject: "a" }])).toBe(3);
  expect(await countAllowed(20, [{ limit: later, subject: "a" }])).toBe(3);
});

describe("a refunded attempt", () => {
  const failures = { ...many, counts: "failures" } as const;
  const hits = [{ limit: failures, subject: "a" }];

  test("a refunded attempt is not counted, so that concurrent successful attempts reject no later one", async () => {
    expect(await countAllowed(20, hits)).toBe(5);
    await Promise.all(Array.from({ length: 5 }, () => refundAll(limiter, hits)));
    expect(await countAllowed(20, hits)).toBe(5);
  });

  test("while no attempt is refunded, no more than the limit are allowed", async () => {
    let allowed = 0;
    for (let round = 0; round < 5; round += 1) allowed += await countAllowed(20, hits);
    expect(allowed).toBe(5);
  });
});

test("an attempt that is refunded after its period has ended adds none to the next period", async () => {
  const hits = [{ limit: many, subject: "a" }];
  await countAllowed(5, hits);
  vi.advanceTimersByTime(60_000);
  await Promise.all(Array.from({ length: 5 }, () => refundAll(limiter, hits)));
  expect(await countAllowed(20, hits)).toBe(5);
});
