/** The bare application's build: Remix as in its template, with the product's future flags. */
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import product from "../../../remix.config.js";

export default defineConfig({
  logLevel: "warn",
  plugins: [
    remix({
      appDirectory: "scripts/bench/remix-reference/app",
      buildDirectory: "node_modules/.cache/groundwork-bench/remix",
      serverBuildFile: "index.mjs",
      // Its routes are found by their file names.
      future: { ...product.future, v3_routeConfig: false },
    }),
  ],
});
