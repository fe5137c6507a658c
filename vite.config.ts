import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import options from "./remix.config.js";

/**
 * What pages import, prepared before the first visit in development: a package that is found later is prepared then,
 * and until the reload that follows the page holds two copies of React.
 */
const PREPARED = [
  ...["react", "react-dom", "react-dom/client", "react/jsx-runtime", "react/jsx-dev-runtime"],
  ...["@remix-run/react", "react-router-dom", "i18next", "react-i18next", "i18next-resources-to-backend"],
  ...["@conform-to/react/future", "@conform-to/zod/v4/future", "zod/mini", "clsx", "lucide-react"],
  ...[
    "@radix-ui/react-dialog",
    "@radix-ui/react-tabs",
    "@radix-ui/react-tooltip",
    "react-hot-toast/headless",
  ],
  ...["@stripe/react-stripe-js", "@stripe/stripe-js/pure", "@tanstack/react-table"],
  ...["AreaChart", "BarChart", "DonutChart"].map(
    (name) => `@tremor/react/dist/components/chart-elements/${name}/${name}.js`,
  ),
  "@tremor/react/dist/components/spark-elements/SparkAreaChart/SparkAreaChart.js",
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(options)],
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  optimizeDeps: { include: PREPARED },
  // Its thousands of files would be read one by one at every start.
  ssr: { noExternal: ["lucide-react"] },
  build: {
    target: "es2022",
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}));

/**
 * Few files for the browser: what every page needs comes in three, and what forms need in one more. Left alone, the
 * bundler makes a file of each small module that two pages share, and a first visit waits for thirty of them.
 */
function chunkOf(id: string): string | undefined {
  if (
    /node_modules\/(react|react-dom|scheduler|@remix-run|react-router|react-router-dom|turbo-stream)\//.test(
      id,
    )
  ) {
    return "framework";
  }
  if (
    /node_modules\/(i18next|react-i18next|i18next-resources-to-backend|html-parse-stringify|void-elements)\//.test(
      id,
    )
  ) {
    return "texts";
  }
  if (
    /app\/ui\/(kit|layout|session|toast)\/|app\/domain\/(?!forms|demo)|node_modules\/(lucide-react|clsx|react-hot-toast|goober)\//.test(
      id,
    )
  ) {
    return "core";
  }
  return undefined;
}
