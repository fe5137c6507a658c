/** Known bad versions are found wherever the lockfile has them, and pass only by an entry that accepts them. */
import { describe, expect, test } from "vitest";
import { findBadPackages, judgeAdvisories } from "./advisories.mjs";

const advisories = [{ package: "@scope/cookie", bad: "<0.7.0", id: "CVE-0", what: "a hole" }];

test("a bad version is found at the top and inside another package, by its whole name", () => {
  const lockfile = {
    packages: {
      "": { version: "0.1.0" },
      "node_modules/cookie": { version: "0.1.0" },
      "node_modules/@scope/cookie": { version: "0.7.0" },
      "node_modules/express/node_modules/@scope/cookie": { version: "0.6.0" },
      "node_modules/biscuit": { version: "0.5.0", name: "@scope/cookie" },
    },
  };
  expect(findBadPackages(lockfile, advisories).map(({ path }) => path)).toEqual([
    "node_modules/express/node_modules/@scope/cookie",
    "node_modules/biscuit",
  ]);
});

describe("an accepted entry", () => {
  const ENTRY = {
    package: "@scope/cookie",
    version: "0.6.0",
    id: "CVE-0",
    reason: "Its parser is never called.",
    test: { file: "tests/cookie.test.ts", title: "the parser is never called" },
    review: "2026-12-31",
  };
  const judge = (entry: object, { version = "0.6.0", today = "2026-11-24" } = {}) =>
    judgeAdvisories(
      { packages: { "node_modules/@scope/cookie": { version } } },
      { advisories, accepted: [{ ...ENTRY, ...entry }] },
      {
        today,
        readTest: (file) => (file === ENTRY.test.file ? `test("${ENTRY.test.title}", …)` : null),
      },
    );
  const NONE = { failures: [], warnings: [] };

  test("an accepted entry lets the version pass that it names", () => {
    expect(judge({})).toEqual(NONE);
  });

  test.each([
    ["another bad version", "0.5.0"],
    ["a version that was mended", "0.7.0"],
  ])("an accepted entry fails next to %s: it accepts nothing any more", (_name, version) => {
    expect(judge({}, { version }).failures).toContain(
      "@scope/cookie 0.6.0 (CVE-0) is accepted, and not installed any more: remove the entry",
    );
  });

  test("an accepted entry does not cover another bad version, or another advisory about the package", () => {
    expect(judge({}, { version: "0.5.0" }).failures[0]).toContain("0.5.0 is in <0.7.0: CVE-0");
    expect(judge({ id: "CVE-1" }).failures[0]).toContain("0.6.0 is in <0.7.0: CVE-0");
  });

  test("an accepted entry is a warning after its date of review, and never a failure", () => {
    expect(judge({}, { today: "2026-12-31" })).toEqual(NONE);
    expect(judge({}, { today: "2027-01-01" })).toEqual({
      failures: [],
      warnings: [
        "@scope/cookie 0.6.0 (CVE-0) was accepted until 2026-12-31: look whether its reason still holds",
      ],
    });
  });

  test.each<[string, object]>([
    ["has no reason", { reason: "" }],
    ["has no date of review such as 2026-12-31", { review: "soon" }],
    ["names no test that exists", { test: { ...ENTRY.test, file: "tests/gone.test.ts" } }],
    ["names no test that exists", { test: { ...ENTRY.test, title: "another title" } }],
  ])("an accepted entry that %s fails", (fault, change) => {
    expect(judge(change).failures).toEqual([`the entry of @scope/cookie 0.6.0 (CVE-0) ${fault}`]);
  });
});
