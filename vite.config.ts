import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Rollup } from "vite";
import options from "./remix.config.js";

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(options)],
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  // The development server prepares the packages that these files import before the first visit. A package that it finds
  // later makes the page reload, and until then the page has two copies of React.
  optimizeDeps: {
    entries: ["app/entry.client.tsx", "app/{domain,i18n,ui}/**/*.{ts,tsx}", "!app/**/*.{test,server}.*"],
  },
  build: {
    target: "es2022",
    // Also for the server, because pages contain the style sheet.
    cssMinify: true,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: findChunk }, treeshake: TREE_SHAKE, onwarn },
  },
}));

/**
 * What Rollup may take for granted, to leave out more of the packages' unused code: 0.9 kB gzip of the framework.
 * https://rollupjs.org/configuration-options/#treeshake
 */
const TREE_SHAKE: Rollup.TreeshakingOptions = {
  propertyReadSideEffects: false,
  tryCatchDeoptimization: false,
  unknownGlobalSideEffects: false,
};

/**
 * Puts what most pages need into a few files. By default, Rollup makes a file of each small module that two pages share:
 * a first visit to the sign-in page would load forty. A chunk includes what its modules import, unless another chunk has
 * it. When the build reports a circular chunk, name what both import in the one that more pages load. "core" is what a
 * page with a form needs, "frame" a signed-in user's, and each of the others is what several of those pages have in
 * common. No page may load more for it: tests/http/page-scripts.test.ts, docs/speed.md.
 */
const CHUNKS: readonly [name: string, modules: RegExp][] = [
  [
    "framework",
    /node_modules\/(react|react-dom|scheduler|@remix-run|react-router|react-router-dom|turbo-stream|i18next|react-i18next)\/|vite\/preload-helper/,
  ],
  ["texts-en", /app\/i18n\/en\/(common|form|layout)\.json/],
  ["texts-es", /app\/i18n\/es\/(common|form|layout)\.json/],
  [
    "core",
    /app\/(entry\.client|root|ui\/(kit\/text-link|auth\/network-buttons|form\/(action-form|fields)|layout\/(auth-layout|language-form|use-page)))\.tsx?$/,
  ],
  ["elements", /app\/(domain\/numbers|ui\/kit\/card)\.tsx?$/],
  [
    "frame",
    /app\/(domain\/navigation|ui\/(kit\/(avatar|badge|empty-state|page-header|popover)|layout\/((app|account)-layout|navigation)|session\/session-follower|table\/(server-pages|table-data)))\./,
  ],
  ["chart", /app\/ui\/(chart\/chart|kit\/progress)\.tsx/],
  ["table", /app\/ui\/(kit\/stat-tile|table\/server-table)\./],
  ["modal", /app\/ui\/kit\/(dialog|confirm)\./],
  ["inputs", /app\/ui\/(form\/(choice|select)-fields?|team\/role-choice)\./],
  [
    "plans",
    /app\/(domain\/payment-limits|ui\/(billing\/(balance-line|plan-text|preview-lines|card-display|over-limit-notice)|form\/card-frame))\./,
  ],
];

function findChunk(id: string): string | undefined {
  return CHUNKS.find(([, modules]) => modules.test(id))?.[0];
}

/** Chunks that import each other may run in the wrong order, which breaks every script of the page. */
const onwarn: Rollup.WarningHandlerWithDefault = (warning, warn) => {
  if (warning.code === "CIRCULAR_CHUNK") throw new Error(warning.message);
  warn(warning);
};
