/** The test projects: one per layer of `npm test`, so that a layer can be run alone (`npm test -- unit`). */
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { FAST_VARIABLE, LONGEST, SUITES } from "./scripts/lib/layers.mjs";
import { layOwnTexts } from "./scripts/lib/own-texts.mjs";
import LongFirstSequencer from "./scripts/lib/long-first.mjs";

/** Each file of browser tests starts a server and a browser: room for a slow machine. */
const BROWSER_TIMEOUT_MS = 60_000;
/** Whatever writes to a store waits for the disk. */
const STORE_TIMEOUT_MS = 30_000;
/** A million rows are written, read and compared. */
const DRILL_TIMEOUT_MS = 20 * 60_000;
/** How long a page or a server is asked again for what it owes. */
const POLL = { poll: { timeout: 10_000 } };

const quiet = "tests/support/quiet-console.ts";
const dom = "tests/support/dom.ts";

/** Unit tests that have a document. */
const WITH_DOCUMENT = testsBelow(["app/ui", "sandbox/browser"]);

/** What takes too long for every edit. */
const LEFT_OUT = process.env[FAST_VARIABLE] ? LONGEST : [];

export default defineConfig({
  plugins: [layOwnTexts],
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  test: {
    // More than cores, because tests also wait: for disks, timers, servers.
    maxWorkers: 3,
    globalSetup: "tests/support/set-up-run.ts",
    sequence: { sequencer: LongFirstSequencer },
    // What one suite has transformed, the next one reads, and so does the next run. https://vitest.dev/config/experimental
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/vitest" },
    // Elsewhere a failure shows at once. `npm test` names what passed only when it was repeated.
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: testsBelow(SUITES.unit),
          exclude: [...configDefaults.exclude, ...WITH_DOCUMENT, ...LEFT_OUT],
          setupFiles: [quiet],
          // Loading the modules again for each file took half of the time; mocks and globals are restored anyway.
          isolate: false,
          testTimeout: STORE_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "unit-document",
          include: WITH_DOCUMENT,
          exclude: [...configDefaults.exclude, ...LEFT_OUT],
          // For all of these: React remembers whether it was loaded with a document.
          environment: "happy-dom",
          // Loading React again for each file took most of the time.
          isolate: false,
          setupFiles: [quiet, dom],
          testTimeout: STORE_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "stores",
          include: testsBelow(SUITES.stores),
          // The databases keep the state, and each test file has databases of its own.
          isolate: false,
          setupFiles: [quiet],
          expect: POLL,
          testTimeout: STORE_TIMEOUT_MS,
          hookTimeout: STORE_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          // Takes minutes, so `npm test` has only a smoke of it (tests/stores/backup.test.ts): `npm run test:drill`.
          name: "drill",
          include: ["tests/drill/**/*.drill.ts"],
          setupFiles: [quiet],
          testTimeout: DRILL_TIMEOUT_MS,
          hookTimeout: DRILL_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: testsBelow(SUITES.http),
          // Server and browser keep the state: the files may share a process and its modules.
          isolate: false,
          setupFiles: [quiet],
          expect: POLL,
          testTimeout: STORE_TIMEOUT_MS,
          hookTimeout: STORE_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: testsBelow(SUITES.browser),
          isolate: false,
          setupFiles: [quiet],
          expect: POLL,
          testTimeout: BROWSER_TIMEOUT_MS,
          // Before the first test of every-page.test.ts, a dozen users sign up.
          hookTimeout: 2 * BROWSER_TIMEOUT_MS,
        },
      },
    ],
  },
});

function testsBelow(folders: string[]): string[] {
  return folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
}
