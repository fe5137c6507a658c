/** The layers of `npm test`, as data: the checks that read the code, then the tests that run it, in the order they count. */

/** Each is one program that must end with 0, and counts as one test. Two run side by side; the longest start first. */
export const CHECKS = {
  lint: ["node_modules/eslint/bin/eslint.js", "."],
  types: [
    "node_modules/typescript/bin/tsc",
    ...["--noEmit", "--incremental", "--tsBuildInfoFile", ".cache/types.tsbuildinfo"],
  ],
  format: ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."],
  boundaries: [
    "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
    ...["--config", ".dependency-cruiser.cjs"],
    ...["app", "server.ts", "sandbox", "migrations", "scripts", "tests/support"],
  ],
  advisories: ["scripts/check-advisories.mjs"],
};

/** Each is a project of vitest.config.ts; its tests are the *.test.ts and *.test.tsx below these folders. */
export const SUITES = {
  unit: ["app", "sandbox", "scripts", "migrations", "tests/boundaries", "tests/support"],
  stores: ["tests/stores"],
  http: ["tests/http"],
  browser: ["tests/e2e"],
};

/** What has to be built before it can be tried. */
export const NEEDS_BUILD = ["http", "browser"];

export const TEST_FILE = /\.test\.tsx?$/;
