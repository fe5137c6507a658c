/** Two clocks, of which one is known from an answer that took a while. */
import { expect, test } from "vitest";
import { compareClocks, getCertainSkew } from "./clock";

const NOW = Date.UTC(2026, 10, 23, 12);

test.each([
  // The server wrote its time, in whole seconds, at some moment of the call.
  ["clocks that agree", { theirs: NOW - 999, elapsedMs: 0 }, 0],
  ["clocks that agree, in a call of eight seconds", { theirs: NOW - 8000, elapsedMs: 8000 }, 0],
  ["this clock a minute ahead", { theirs: NOW - 60_000, elapsedMs: 0 }, 59_000],
  ["this clock a minute behind", { theirs: NOW + 60_000, elapsedMs: 0 }, -60_000],
  [
    "this clock a minute ahead, in a call of ten seconds",
    { theirs: NOW - 60_000, elapsedMs: 10_000 },
    49_000,
  ],
  ["a difference that the call may explain", { theirs: NOW - 9000, elapsedMs: 10_000 }, 0],
])("%s: only what is certain counts", (_name, { theirs, elapsedMs }, certainMs) => {
  const reading = compareClocks({ theirs, now: NOW, elapsedMs, resolutionMs: 1000 });
  expect(getCertainSkew(reading)).toBe(certainMs);
});
