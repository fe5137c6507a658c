/** The layers of `npm test`, as data: the checks that read the code, then the tests that run it, in the order they count. */

/**
 * Each is one program, or several, that must end with 0, and counts as one test. Two programs run side by side; the
 * longest start first.
 */
export const CHECKS = {
  // The rules, of which most need the types, and the types themselves.
  lint: [["node_modules/oxlint/bin/oxlint"]],
  format: [["node_modules/oxfmt/bin/oxfmt", "--check"]],
  boundaries: [
    [
      "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
      ...["--config", ".dependency-cruiser.cjs"],
      ...["app", "server.ts", "sandbox", "migrations", "scripts", "tests/support"],
    ],
  ],
  advisories: [["scripts/check-advisories.mjs"]],
};

/**
 * The layers of `npm test -- fast`, after every edit. It leaves out of the suites what imports no change that is not
 * committed, and what is LONGEST.
 */
export const FAST = ["lint", "boundaries", "unit"];

/** Each is a project of vitest.config.ts, or several whose names begin with it; its tests are the *.test.ts and *.test.tsx below these folders. */
export const SUITES = {
  unit: ["app", "sandbox", "scripts", "migrations", "tests/boundaries", "tests/support", "tests/faults"],
  stores: ["tests/stores"],
  http: ["tests/http"],
  browser: ["tests/e2e"],
};

/** The files that take longest, or wait longest, in each suite: vitest would start the largest file first. */
export const LONGEST = [
  "app/services/openapi.server.test.ts",
  "app/services/platform/audit/audit.server.test.ts",
  "app/services/billing/mails/member-limit.server.test.ts",
  "app/services/billing/api-calls/plan-changes.server.test.ts",
  "app/services/billing/orders/apply-plan-change.server.test.ts",
  "sandbox/clock/dunning.test.ts",
  "app/ui/form/action-form.test.tsx",
  "tests/stores/migrations.test.ts",
  "tests/stores/billing-races.test.ts",
  "tests/stores/outages.test.ts",
  "tests/stores/jobs.test.ts",
  "tests/http/founders-product.test.ts",
  "tests/http/slow-requests.test.ts",
  "tests/http/bad-input.test.ts",
  "tests/http/guard-matrix.test.ts",
  "tests/http/nested-input.test.ts",
  "tests/http/billing-crashes.test.ts",
  "tests/http/faults.test.ts",
  "tests/http/billing-provider-faults.test.ts",
  "tests/http/deploys.test.ts",
  "tests/http/seed.test.ts",
  "tests/http/operation-matrix.test.ts",
  "tests/http/rate-limits.test.ts",
  "tests/http/areas.test.ts",
  "tests/http/processes.test.ts",
  "tests/http/two-hosts.test.ts",
  "tests/http/queries.test.ts",
  "tests/http/known-devices.test.ts",
  "tests/http/operation-limits.test.ts",
  "tests/e2e/every-page.test.ts",
  "tests/e2e/journey.test.ts",
  "tests/e2e/user-pages.test.ts",
  "tests/e2e/api-viewer.test.ts",
  "tests/e2e/kit.test.ts",
  "tests/e2e/navigation.test.ts",
  "tests/e2e/billing-authorization.test.ts",
  "tests/e2e/passkeys.test.ts",
  "tests/e2e/setup.test.ts",
  "tests/e2e/development.test.ts",
  "tests/e2e/sign-in-without-scripts.test.ts",
];

/** The variable that tells vitest.config.ts to leave LONGEST out. */
export const FAST_VARIABLE = "TEST_FAST";

/** The suites that need the build first. */
export const NEEDS_BUILD = ["http", "browser"];

export const TEST_FILE = /\.test\.tsx?$/;
