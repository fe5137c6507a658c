import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepClaim } from "./keep-claim.server";

const LEASE_MS = 15_000;
const THIRD_MS = LEASE_MS / 3;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const renew = (count: number) => Promise.resolve(count + 1);

test("a claim is renewed every third of its length, until its end", async () => {
  const claim = keepClaim(0, { renew, leaseMs: LEASE_MS });
  await vi.advanceTimersByTimeAsync(10 * LEASE_MS + 1);
  expect(claim.lost.aborted).toBe(false);
  expect(await claim.end()).toBe(30);
  await vi.advanceTimersByTimeAsync(10 * LEASE_MS);
  expect(claim.lost.aborted).toBe(false);
});

test("a claim is lost at once when another process has taken it", async () => {
  const claim = keepClaim(0, { renew: () => Promise.resolve(null), leaseMs: LEASE_MS });
  await vi.advanceTimersByTimeAsync(THIRD_MS);
  expect(claim.lost.aborted).toBe(true);
  expect(await claim.end()).toBe(0);
});

test("a claim is lost a second after the end that was written last, when the database does not answer", async () => {
  let isAway = false;
  const away = new Promise<never>(() => undefined);
  const claim = keepClaim(0, { renew: (count) => (isAway ? away : renew(count)), leaseMs: LEASE_MS });
  await vi.advanceTimersByTimeAsync(THIRD_MS);
  isAway = true;
  await vi.advanceTimersByTimeAsync(LEASE_MS);
  expect(claim.lost.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(claim.lost.aborted).toBe(true);
});

test("a claim is kept when the database fails for less than its length", async () => {
  let failures = 1;
  const flaky = (count: number) => (failures-- > 0 ? Promise.reject(new Error("away")) : renew(count));
  const claim = keepClaim(0, { renew: flaky, leaseMs: LEASE_MS });
  await vi.advanceTimersByTimeAsync(4 * LEASE_MS);
  expect(claim.lost.aborted).toBe(false);
});
