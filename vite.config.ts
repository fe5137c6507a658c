import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Rollup } from "vite";
import options from "./remix.config.js";

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(options)],
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  // Development prepares the packages that these files import before the first visit. A package that is found later
  // makes the page reload, and until then the page holds two copies of React. Icons are a file each, and need no more.
  optimizeDeps: {
    entries: ["app/entry.client.tsx", "app/{domain,i18n,ui}/**/*.{ts,tsx}", "!app/**/*.{test,server}.*"],
    exclude: ["lucide-react"],
  },
  build: {
    target: "es2022",
    // Also for the server, which puts the style sheet into pages.
    cssMinify: true,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: findChunk }, onwarn },
  },
}));

/**
 * A few files for what most pages need: left alone, Rollup makes a file of each small module that two pages share, and
 * a first visit to the sign-in page fetches forty. Rollup takes along what the named modules import, in the
 * alphabetical order of the chunks' names, so that "core" has what "forms" and "frame" need as well.
 */
const CHUNKS: readonly [name: string, modules: RegExp][] = [
  [
    "framework",
    /node_modules\/(react|react-dom|scheduler|@remix-run|react-router|react-router-dom|turbo-stream|i18next|react-i18next)\/|vite\/preload-helper/,
  ],
  ["texts-en", /app\/i18n\/en\/(common|form|layout)\.json/],
  ["texts-es", /app\/i18n\/es\/(common|form|layout)\.json/],
  ["core", /app\/(entry\.client|root|ui\/(kit\/text-link|layout\/(language-form|use-root)))\.tsx?$/],
  ["forms", /app\/ui\/(auth\/network-buttons|form\/(action-form|fields)|layout\/auth-layout)\./],
  ["frame", /app\/ui\/layout\/(app|account)-layout\./],
];

function findChunk(id: string): string | undefined {
  return CHUNKS.find(([, modules]) => modules.test(id))?.[0];
}

/** Chunks that import each other may run in the wrong order, and then no script of the page runs. */
const onwarn: Rollup.WarningHandlerWithDefault = (warning, warn) => {
  if (warning.code === "CIRCULAR_CHUNK") throw new Error(warning.message);
  warn(warning);
};
