/** The test projects: one per layer of `npm test`, so that a layer can be run alone (`npm test -- unit`). */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { SUITES } from "./scripts/lib/layers.mjs";

/** Each file of browser tests starts a server and a browser: room for a slow machine. */
const BROWSER_TIMEOUT_MS = 60_000;
const HTTP_TIMEOUT_MS = 30_000;
/** How long a page or a server is asked again for what it owes. */
const POLL = { poll: { timeout: 10_000 } };

const quiet = "tests/support/quiet-console.ts";
const dom = "tests/support/dom.ts";

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  test: {
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: testsBelow(SUITES.unit),
          setupFiles: [quiet, dom],
        },
      },
      {
        extends: true,
        test: {
          name: "stores",
          include: testsBelow(SUITES.stores),
          setupFiles: [quiet],
          expect: POLL,
          testTimeout: HTTP_TIMEOUT_MS,
          hookTimeout: HTTP_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: testsBelow(SUITES.http),
          setupFiles: [quiet],
          expect: POLL,
          testTimeout: HTTP_TIMEOUT_MS,
          hookTimeout: HTTP_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: testsBelow(SUITES.browser),
          setupFiles: [quiet],
          expect: POLL,
          testTimeout: BROWSER_TIMEOUT_MS,
          hookTimeout: BROWSER_TIMEOUT_MS,
        },
      },
    ],
  },
});

function testsBelow(folders: string[]): string[] {
  return folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
}
