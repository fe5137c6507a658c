/** `npm run build`: the pages by Remix and Vite, then the server and what it loads, as plain JavaScript in build/. */
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./lib/root.mjs";
import { runNode } from "./lib/run.mjs";

const pages = await runNode(inRoot("node_modules", "@remix-run", "dev", "dist", "cli.js"), ["vite:build"], {
  env: { NODE_ENV: "production" },
});
if (pages.code !== 0) process.exit(pages.code);
await bundleServer();
copyForBrowser();

/** Packages stay where npm put them; what is imported lazily becomes a chunk of its own; Remix's build is read at run time. */
async function bundleServer() {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: inRoot(),
    entryPoints: ["server.ts"],
    outdir: "build",
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    alias: { "~": inRoot("app") },
    logLevel: "warning",
  });
}

/** The sandbox's stand-in for Stripe.js runs in the browser as it is written. */
function copyForBrowser() {
  const from = inRoot("sandbox", "browser");
  const to = inRoot("build", "sandbox");
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((file) => file.endsWith(".js"))) {
    copyFileSync(join(from, name), join(to, name));
  }
}
