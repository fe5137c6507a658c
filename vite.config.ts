import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { fileURLToPath } from "node:url";
import options from "./remix.config.js";

export default defineConfig({
  plugins: [remix(options)],
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  build: { target: "es2022", sourcemap: false },
});
