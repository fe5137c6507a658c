/** The end of `npm test`, which people and machines read. */
import { expect, test } from "vitest";
import { findWarnings, formatSummary } from "./summary.mjs";

const results = [
  {
    layer: "lint",
    seconds: 20.04,
    passed: 1,
    failed: [],
    retried: [],
    skipped: [],
    warnings: findWarnings("one line\nWarning: look at it again\nanother"),
    times: [],
  },
  {
    layer: "unit",
    seconds: 3,
    passed: 40,
    failed: ["a.test.ts > adds"],
    retried: ["c.test.ts > waits"],
    skipped: [],
    times: Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index })),
  },
  {
    layer: "stores",
    seconds: 5,
    passed: 9,
    failed: [],
    retried: [],
    skipped: [{ name: "b > mssql", reason: "no URL" }],
    times: [{ file: "b.test.ts", seconds: 10.5 }],
  },
];

test("the last line is the sum of all layers", () => {
  expect(formatSummary(results, 30).at(-1)).toBe("50 passed, 1 failed, 1 skipped");
});

test("what failed is named, and what was skipped with its reason", () => {
  const lines = formatSummary(results, 30);
  expect(lines).toContain("  unit: a.test.ts > adds");
  expect(lines).toContain("  stores: b > mssql (no URL)");
});

test("what failed stands behind everything that may be long", () => {
  const lines = formatSummary(results, 30);
  expect(lines.indexOf("Failed:")).toBeGreaterThan(lines.indexOf("Slowest test files:"));
});

test("what passed only when it was repeated is named, and counts as passed", () => {
  const lines = formatSummary(results, 30);
  const start = lines.indexOf("Failed once and passed when repeated:");
  expect(lines[start + 1]).toBe("  unit: c.test.ts > waits");
});

test("a check's warning is named, and counts as passed", () => {
  const lines = formatSummary(results, 30);
  expect(lines[lines.indexOf("Warnings:") + 1]).toBe("  lint: look at it again");
  expect(lines.at(-1)).toBe("50 passed, 1 failed, 1 skipped");
});

test("the ten slowest files of all layers are listed, slowest first", () => {
  const lines = formatSummary(results, 30);
  const start = lines.indexOf("Slowest test files:") + 1;
  expect(lines.slice(start, start + 2)).toEqual(["    11.0 s  11.test.ts", "    10.5 s  b.test.ts"]);
  expect(lines.slice(start).findIndex((line) => line === "")).toBe(10);
});
