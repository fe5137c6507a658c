// What counts as a right answer while something is away.
import { describe, expect, test } from "vitest";
import type { Exchange } from "../traffic/traffic";
import { checkAnswers, classify, measureRecovery, type FaultWindow } from "./answers";

const FAULT: FaultWindow = { startedAt: 10_000, endedAt: 14_000, allows: "unavailable" };
const KILL: FaultWindow = { ...FAULT, allows: "broken" };

/** A request at this time, by default a success of 50 ms. */
const at = (startedAt: number, changes: Partial<Exchange> & { tookMs?: number } = {}): Exchange => {
  const { tookMs = 50, ...rest } = changes;
  const exchange = { flow: "session", startedAt, endedAt: startedAt + tookMs } as const;
  return { ...exchange, status: 200, message: "", isRefused: false, ...rest };
};

describe("answers that hold", () => {
  test.each<[string, Exchange, FaultWindow]>([
    ["a success", at(1000), FAULT],
    ["503 during the fault", at(12_000, { status: 503 }), FAULT],
    ["503 within five seconds after it", at(17_000, { status: 503 }), FAULT],
    ["a conflict soon after it", at(30_000, { status: 409 }), FAULT],
    ["a used link, at any time", at(1000, { status: 401, isRefused: true }), FAULT],
    ["a broken connection to a killed process", at(12_000, { status: null }), KILL],
  ])("%s", (_name, exchange, fault) => {
    expect(checkAnswers([exchange], fault)).toEqual([]);
  });
});

describe("answers that do not hold", () => {
  test.each<[string, Exchange, FaultWindow]>([
    ["500 during the fault", at(12_000, { status: 500 }), FAULT],
    ["504 during the fault", at(12_000, { status: 504 }), KILL],
    ["a redirect without a fault", at(1000, { status: 302 }), FAULT],
    ["503 before it", at(1000, { status: 503 }), FAULT],
    ["503 six seconds after it", at(20_000, { status: 503 }), FAULT],
    ["a refusal without a fault", at(1000, { status: 401 }), FAULT],
    ["a broken connection although no process ended", at(12_000, { status: null }), FAULT],
    ["an answer after more than ten seconds", at(10_000, { tookMs: 10_001 }), FAULT],
  ])("%s", (_name, exchange, fault) => {
    expect(checkAnswers([exchange], fault)).not.toEqual([]);
  });
});

test("the recovery is the end of the last failed request that was sent after the fault", () => {
  const exchanges = [
    at(13_900, { status: 503, tookMs: 4000 }),
    at(14_100, { status: 503, tookMs: 900 }),
    at(15_000),
  ];
  expect(measureRecovery(exchanges, FAULT)).toBe(1000);
  expect(classify(exchanges)).toEqual({ right: 1, refused: 0, unavailable: 2, broken: 0, wrong: 0 });
});
