import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RateLimit } from "~/domain/rate-limits";
import { refundAll, createLimiter, consumeAll, type Limiter, type LimitHit } from "./limiter.server";

const createLimit = (name: string, tries: number): RateLimit => ({
  name,
  attempts: tries,
  seconds: 60,
  by: "email",
  counts: "all",
});
const few = createLimit("few", 2);
const many = createLimit("many", 5);

let limiter: Limiter;
beforeEach(() => {
  vi.useFakeTimers();
  limiter = createLimiter(null);
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many of so many tries are let through, all at once. */
async function countAllowed(times: number, tries: readonly LimitHit[]): Promise<number> {
  const taken = await Promise.allSettled(Array.from({ length: times }, () => consumeAll(limiter, tries)));
  return taken.filter(({ status }) => status === "fulfilled").length;
}

test("as many as the limit are let through, however many come at once", async () => {
  expect(await countAllowed(50, [{ limit: many, subject: "a" }])).toBe(5);
});

describe("when it is over", () => {
  test("the refusal says in whole seconds when to come back, and then one may again", async () => {
    const tries = [{ limit: few, subject: "a" }];
    await countAllowed(2, tries);
    vi.advanceTimersByTime(20_500);
    await expect(consumeAll(limiter, tries)).rejects.toMatchObject({
      code: "too_many",
      detail: { retryAfterSeconds: 40 },
    });
    vi.advanceTimersByTime(39_000);
    await expect(consumeAll(limiter, tries)).rejects.toMatchObject({ code: "too_many" });
    vi.advanceTimersByTime(1000);
    expect(await countAllowed(3, tries)).toBe(2);
  });
});

test("what is refused by one limit uses up nothing of the others, before it and behind it", async () => {
  const [before, behind] = [createLimit("before", 5), createLimit("behind", 5)];
  const tries = [before, few, behind].map((limit) => ({ limit, subject: "a" }));
  let through = 0;
  for (let times = 0; times < 20; times += 1) through += await countAllowed(1, tries);
  expect(through).toBe(2);
  expect(await countAllowed(20, [{ limit: before, subject: "a" }])).toBe(3);
  expect(await countAllowed(20, [{ limit: behind, subject: "a" }])).toBe(3);
});

describe("a refused attempt", () => {
  const failures = { ...many, counts: "failures" } as const;
  const tries = [{ limit: failures, subject: "a" }];

  test("is not counted, so that right ones which came all at once leave none refused", async () => {
    expect(await countAllowed(20, tries)).toBe(5);
    await Promise.all(Array.from({ length: 5 }, () => refundAll(limiter, tries)));
    expect(await countAllowed(20, tries)).toBe(5);
  });

  test("does not let more through than the limit while none is given back", async () => {
    let through = 0;
    for (let round = 0; round < 5; round += 1) through += await countAllowed(20, tries);
    expect(through).toBe(5);
  });
});

test("an attempt that is given back after its period has ended adds none to the next", async () => {
  const tries = [{ limit: many, subject: "a" }];
  await countAllowed(5, tries);
  vi.advanceTimersByTime(60_000);
  await Promise.all(Array.from({ length: 5 }, () => refundAll(limiter, tries)));
  expect(await countAllowed(20, tries)).toBe(5);
});
