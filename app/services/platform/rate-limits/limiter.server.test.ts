import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RateLimit } from "~/domain/rate-limits";
import { giveAllBack, makeLimiter, takeAll, type Limiter, type Try } from "./limiter.server";

const limitOf = (name: string, tries: number): RateLimit => ({
  name,
  tries,
  seconds: 60,
  by: "email",
  counts: "all",
});
const few = limitOf("few", 2);
const many = limitOf("many", 5);

let limiter: Limiter;
beforeEach(() => {
  vi.useFakeTimers();
  limiter = makeLimiter(null);
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many of so many tries are let through, all at once. */
async function letThrough(times: number, tries: readonly Try[]): Promise<number> {
  const taken = await Promise.allSettled(Array.from({ length: times }, () => takeAll(limiter, tries)));
  return taken.filter(({ status }) => status === "fulfilled").length;
}

test("as many as the limit are let through, however many come at once", async () => {
  expect(await letThrough(50, [{ limit: many, subject: "a" }])).toBe(5);
});

describe("when it is over", () => {
  test("the refusal says in whole seconds when to come back, and then one may again", async () => {
    const tries = [{ limit: few, subject: "a" }];
    await letThrough(2, tries);
    vi.advanceTimersByTime(20_500);
    await expect(takeAll(limiter, tries)).rejects.toMatchObject({
      code: "too_many",
      detail: { retryAfterSeconds: 40 },
    });
    vi.advanceTimersByTime(39_000);
    await expect(takeAll(limiter, tries)).rejects.toMatchObject({ code: "too_many" });
    vi.advanceTimersByTime(1000);
    expect(await letThrough(3, tries)).toBe(2);
  });
});

test("what is refused by one limit uses up nothing of the others, before it and behind it", async () => {
  const [before, behind] = [limitOf("before", 5), limitOf("behind", 5)];
  const tries = [before, few, behind].map((limit) => ({ limit, subject: "a" }));
  let through = 0;
  for (let times = 0; times < 20; times += 1) through += await letThrough(1, tries);
  expect(through).toBe(2);
  expect(await letThrough(20, [{ limit: before, subject: "a" }])).toBe(3);
  expect(await letThrough(20, [{ limit: behind, subject: "a" }])).toBe(3);
});

describe("a refused attempt", () => {
  const failures = { ...many, counts: "failures" } as const;
  const tries = [{ limit: failures, subject: "a" }];

  test("is not counted, so that right ones which came all at once leave none refused", async () => {
    expect(await letThrough(20, tries)).toBe(5);
    await Promise.all(Array.from({ length: 5 }, () => giveAllBack(limiter, tries)));
    expect(await letThrough(20, tries)).toBe(5);
  });

  test("does not let more through than the limit while none is given back", async () => {
    let through = 0;
    for (let round = 0; round < 5; round += 1) through += await letThrough(20, tries);
    expect(through).toBe(5);
  });
});

test("an attempt that is given back after its period has ended adds none to the next", async () => {
  const tries = [{ limit: many, subject: "a" }];
  await letThrough(5, tries);
  vi.advanceTimersByTime(60_000);
  await Promise.all(Array.from({ length: 5 }, () => giveAllBack(limiter, tries)));
  expect(await letThrough(20, tries)).toBe(5);
});
