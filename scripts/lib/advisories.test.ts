/** Known bad versions are found wherever the lockfile has them. */
import { expect, test } from "vitest";
import { findBadPackages } from "./advisories.mjs";

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
