/** The test projects: one per layer of `npm test`, so that a layer can be run alone (`npm test -- unit`). */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Browser tests start a server and a browser each: one file at a time, with room for a slow machine. */
const BROWSER_TIMEOUT_MS = 60_000;
const HTTP_TIMEOUT_MS = 30_000;

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
          include: [
            "{app,sandbox,scripts,migrations}/**/*.test.{ts,tsx}",
            "tests/{unit,boundaries,support}/**/*.test.{ts,tsx}",
          ],
          setupFiles: [quiet, dom],
        },
      },
      {
        extends: true,
        test: {
          name: "stores",
          include: ["tests/stores/**/*.test.ts"],
          setupFiles: [quiet],
          testTimeout: HTTP_TIMEOUT_MS,
          hookTimeout: HTTP_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts"],
          setupFiles: [quiet],
          testTimeout: HTTP_TIMEOUT_MS,
          hookTimeout: HTTP_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/e2e/**/*.test.ts"],
          setupFiles: [quiet],
          fileParallelism: false,
          testTimeout: BROWSER_TIMEOUT_MS,
          hookTimeout: BROWSER_TIMEOUT_MS,
        },
      },
    ],
  },
});
