import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import type { Plugin as EsbuildPlugin } from "esbuild";
import { defineConfig, type Plugin, type Rollup } from "vite";
import options from "./remix.config.js";

/**
 * What pages import, prepared before the first visit in development: a package that is found later is prepared then,
 * and until the reload that follows the page holds two copies of React.
 */
const PREPARED = [
  ...["react", "react-dom", "react-dom/client", "react/jsx-runtime", "react/jsx-dev-runtime"],
  ...["@remix-run/react", "react-router-dom", "i18next", "react-i18next", "i18next-resources-to-backend"],
  ...["@conform-to/react/future", "@conform-to/zod/v4/future", "zod/mini", "clsx", "lucide-react"],
  ...["@radix-ui/react-dialog", "react-hot-toast/headless"],
  ...["@stripe/react-stripe-js", "@stripe/stripe-js/pure", "@tanstack/react-table"],
  ...["AreaChart", "BarChart", "DonutChart"].map(
    (name) => `@tremor/react/dist/components/chart-elements/${name}/${name}.js`,
  ),
  "@tremor/react/dist/components/spark-elements/SparkAreaChart/SparkAreaChart.js",
];

/** Every file of lucide's icons asks for this one function, and gets ours: app/ui/kit/create-icon.ts says why. */
const LUCIDES_OWN = "/createLucideIcon.mjs";
const createIcon = fileURLToPath(new URL("app/ui/kit/create-icon.ts", import.meta.url));
/** On the server a page is read, not used: what listens and recalculates is replaced by what it shows at first. */
const ON_SERVER: Record<string, string | undefined> = {
  "react-i18next": fileURLToPath(new URL("app/ui/texts-on-server.ts", import.meta.url)),
  "@tanstack/react-table": fileURLToPath(new URL("app/ui/table/table-on-server.ts", import.meta.url)),
};
const lighterParts: Plugin = {
  name: "lighter-parts",
  enforce: "pre",
  resolveId: (id, _importer, { ssr }) => {
    if (id.endsWith(LUCIDES_OWN)) return createIcon;
    return (ssr ? ON_SERVER[id] : null) ?? null;
  },
};
/** The same for what development prepares. */
const preparedIcons: EsbuildPlugin = {
  name: "prepared-icons",
  setup: ({ onResolve }) => onResolve({ filter: /createLucideIcon\.mjs$/ }, () => ({ path: createIcon })),
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [lighterParts, remix(options)],
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  optimizeDeps: { include: PREPARED, esbuildOptions: { plugins: [preparedIcons] } },
  // What is replaced above; and lucide's thousands of files would be read one by one at every start.
  ssr: { noExternal: ["lucide-react", ...Object.keys(ON_SERVER)] },
  build: {
    target: "es2022",
    // Also for the server, which puts the style sheet into pages.
    cssMinify: true,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf }, onwarn },
  },
}));

/**
 * Few files for the browser. Left alone, the bundler makes a file of each small module that two pages share, and a
 * first visit waits for thirty of them. What every page needs comes in a few files, what every form needs in one; the
 * frame of the pages behind sign-in, with its icons, in one more, so that the sign-in page does not pay for it.
 */
const CHUNKS: readonly [name: string, modules: RegExp][] = [
  [
    "framework",
    packages(
      "react",
      "react-dom",
      "scheduler",
      "@remix-run",
      "react-router",
      "react-router-dom",
      "turbo-stream",
      "i18next",
      "react-i18next",
      "i18next-resources-to-backend",
      "html-parse-stringify",
      "void-elements",
    ),
  ],
  [
    "new-password",
    /lucide-react\/dist\/esm\/icons\/circle\.|app\/ui\/form\/(new-password-field|password-strength)\.|app\/domain\/password-rules\./,
  ],
  ["core", packages("clsx", "react-hot-toast", "goober")],
  [
    "core",
    /lucide-react\/dist\/esm\/icons\/(layers|mail|circle-exclamation-point|circle-check|info|triangle-exclamation-point|triangle-alert|circle-alert|x|check|search-x|wifi-off|loader-circle|shield-exclamation-point|shield-alert|eye|eye-off)\./,
  ],
  [
    "core",
    /app\/ui\/(session\/(?!use-opens-by-itself)|toast\/)|app\/ui\/(nonce|style-sheet)\.|app\/domain\/(?!acted-operations|avatars|demo|forms|navigation|notifications|numbers|plans)/,
  ],
  [
    "core",
    /app\/ui\/kit\/(brand|button|button-class|create-icon|font|link-class|navigation-progress|notice|spinner|text-link|loading-overlay|time)\.|app\/ui\/form\/use-is-hydrated\./,
  ],
  [
    "core",
    /app\/ui\/layout\/(auth-layout|language-form|message-screen|offline-screen|return-to|skip-link|use-page|use-root)\./,
  ],
  ["core", /app\/ui\/form\/(central-errors|keep-page|messages|post-form|use-post|use-reply)\./],
  [
    "forms",
    /app\/ui\/form\/(action-form|field|fields|form-state|hidden-field|input-class|replies|use-after-click|use-submission)\.|app\/ui\/auth\/(network|or-line)/,
  ],
  ["texts-en", /app\/i18n\/en\/(common|form|layout)\.json/],
  ["texts-es", /app\/i18n\/es\/(common|form|layout)\.json/],
  ["framework", /vite\/(preload-helper|modulepreload-polyfill)/],
  ["frame", /app\/ui\/layout\/|app\/domain\/navigation|lucide-react\//],
  [
    "frame",
    /app\/ui\/kit\/(avatar|badge|card|card-grid|empty-state|icon|page-header|popover|walk-menu|section|skeleton|stat-tile)\./,
  ],
];

/** Files that import each other stop every script of every page: the icon of a part of core belongs to core, too. */
const onwarn: Rollup.WarningHandlerWithDefault = (warning, warn) => {
  if (warning.code === "CIRCULAR_CHUNK") throw new Error(warning.message);
  warn(warning);
};

function chunkOf(id: string): string | undefined {
  return CHUNKS.find(([, modules]) => modules.test(id))?.[0];
}

function packages(...names: string[]): RegExp {
  return new RegExp(`node_modules/(${names.join("|")})/`);
}
