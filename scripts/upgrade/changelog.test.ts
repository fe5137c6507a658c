/** CHANGELOG.md has the format of Keep a Changelog, from which `npm run upgrade` takes what a founder must do. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findFaults, listDuties, parseChangelog } from "./changelog.mjs";

const changelog = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");

const TEXT = `# Changelog

## [Unreleased]

### What you must do

- Translate it.

## [0.2.0] - 2026-02-01

### Added

- A page.

### What you must do

- Restart
  twice.
- Set the key.

## [0.1.0] - 2026-01-01

### Added

- All.
`;

test("the product's changelog has the format, and begins with what is not released", () => {
  expect(findFaults(changelog)).toEqual([]);
  expect(parseChangelog(changelog)[0]?.version).toBe("Unreleased");
});

test("a release without a date, a kind that the format does not know, and an empty one are found", () => {
  expect(findFaults(TEXT)).toEqual([]);
  expect(findFaults(TEXT.replace(" - 2026-02-01", ""))).toEqual(["0.2.0 has no date"]);
  expect(findFaults(TEXT.replace("[0.1.0] - 2026-01-01", "Spring"))).toEqual([
    '"Spring" is no version with a date',
    "Spring has no date",
  ]);
  expect(findFaults(TEXT.replace("### Added\n\n- A page.", "### New"))).toEqual([
    '0.2.0 has "New", which is no kind of changes',
    '0.2.0 has "New" without an entry',
  ]);
});

test("what must be done is listed oldest first, without what the clone's version has asked before", () => {
  const before = TEXT.replace("- Translate it.\n", "").replace("- Set the key.\n", "");
  expect(listDuties(TEXT, "")).toEqual([
    { version: "0.2.0", entry: "Restart twice." },
    { version: "0.2.0", entry: "Set the key." },
    { version: "Unreleased", entry: "Translate it." },
  ]);
  expect(listDuties(TEXT, before).map(({ entry }) => entry)).toEqual(["Set the key.", "Translate it."]);
  expect(listDuties("", null)).toEqual([]);
});
