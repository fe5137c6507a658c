import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { LOCALES } from "./app/domain/locales";
import options from "./remix.config.js";
import { layOwnTexts, parseTextsFile, readTexts } from "./scripts/lib/own-texts.mjs";

const ROOT = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [layOwnTexts, remix(options), sendTexts],
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  // The development server prepares the packages that these files import before the first visit. A package that it finds
  // later makes the page reload, and until then the page has two copies of React.
  optimizeDeps: {
    entries: ["app/entry.client.tsx", "app/{domain,i18n,ui}/**/*.{ts,tsx}", "!app/**/*.{test,server}.*"],
    // It also follows what routes import for the server, before Remix takes that away.
    include: [
      ...["zod", "zod/v4/core", "cookie", "uuid", "@remix-run/node", "remix-i18next/server"],
      ...["rate-limiter-flexible", "remix-auth", "remix-auth-form"],
    ],
  },
  // The development server runs the server from its sources. While a module waits for esbuild, others are transformed.
  environments: { ssr: { dev: { preTransformRequests: true } } },
  // What it need not watch.
  server: {
    watch: { ignored: ["build", "data", "docs", "tests", ".cache"].map((folder) => `${ROOT}${folder}/**`) },
  },
  build: {
    target: "es2022",
    // A first visit's script is 4 kB gzip smaller than by esbuild. By default, Vite adds detours for Safari 10. docs/speed.md
    minify: isSsrBuild ? false : "terser",
    terserOptions: { ecma: 2020, safari10: false, compress: { passes: 2 } },
    // Also for the server, because pages contain the style sheet.
    cssMinify: true,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: findChunk }, treeshake: TREE_SHAKE, onwarn },
  },
}));

/**
 * Sends an edited file of texts to the open pages (`followEdits`), where reloading would lose what was typed. It comes before
 * Remix's plugin, which asks pages to load again what changes for server and browser.
 */
const sendTexts: Plugin = {
  name: "send-texts",
  apply: "serve",
  enforce: "pre",
  handleHotUpdate({ file, server }) {
    const texts = parseTextsFile(file);
    if (!texts) return undefined;
    server.ws.send("texts", { ...texts, texts: readTexts(texts.locale, texts.name) });
    return [];
  },
};

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
const CHUNKS: readonly (readonly [name: string, modules: RegExp])[] = [
  [
    "framework",
    /node_modules\/(react|react-dom|scheduler|@remix-run|react-router|react-router-dom|turbo-stream|i18next|react-i18next|clsx)\/|vite\/preload-helper/,
  ],
  ...LOCALES.map(
    (locale) => [`texts-${locale}`, new RegExp(`app/i18n/${locale}/(common|form|layout)\\.json`)] as const,
  ),
  [
    "core",
    /app\/(entry\.client|root|(domain\/(identity-providers|limits|locales)|product\/(brand|languages))|ui\/(use-page|kit\/text-link|auth\/identity-provider-buttons|passkeys\/use-ceremony|form\/(action-form|fields)|layout\/(auth-layout|language-form)))\.tsx?$/,
  ],
  // Small, and needed by the sign-in page alone before its scripts of signed-in pages are.
  ["call-api", /app\/ui\/session\/call-api\./],
  ["elements", /app\/(domain\/(dates|language-formats|numbers)|ui\/kit\/(card|time))\.tsx?$/],
  [
    "frame",
    /app\/(domain\/navigation|ui\/(navigation|kit\/(avatar|badge|empty-state|popover|use-menu)|layout\/((app|account)-layout|page-header)|session\/session-follower))\./,
  ],
  ["lists", /app\/ui\/table\/server-pages\./],
  ["chart", /app\/ui\/(chart\/chart|kit\/progress)\.tsx/],
  ["table", /app\/ui\/table\/(server-table|table-data)\./],
  ["selection", /app\/ui\/table\/(selectable-table|use-after-accepted)\./],
  ["dialogs", /app\/ui\/kit\/(dialog|confirm)\./],
  ["inputs", /app\/ui\/(form\/(choice|select)-fields?|team\/role-choice)\./],
  ["money", /app\/domain\/money\./],
  [
    "plans",
    /app\/ui\/(billing\/(balance-line|plan-text|preview-lines|card-display|over-limit-notice)|form\/card-frame)\./,
  ],
];

const findNamed = (id: string) => CHUNKS.findIndex(([, modules]) => modules.test(id));

/**
 * The chunk that names the module, or the first of those whose modules import it. Rollup gives it to whichever it comes across
 * first, so that a page which is added or removed could make two chunks import each other.
 */
function findChunk(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  const seen = new Set([id]);
  const chunks: number[] = [];
  for (const module of seen) {
    const named = findNamed(module);
    if (named >= 0) chunks.push(named);
    else for (const importer of getModuleInfo(module)?.importers ?? []) seen.add(importer);
  }
  return CHUNKS[Math.min(...chunks)]?.[0];
}

/** Chunks that import each other may run in the wrong order, which breaks every script of the page. */
const onwarn: Rollup.WarningHandlerWithDefault = (warning, warn) => {
  if (warning.code === "CIRCULAR_CHUNK") throw new Error(warning.message);
  warn(warning);
};
