/** Runs the product's modules from their sources, by Vite, which knows the alias `~` and the texts with the founder's own. */
import { createServer } from "vite";
import { layOwnTexts } from "./own-texts.mjs";
import { resolveFromRoot, ROOT } from "./root.mjs";

/**
 * Gives `work` a Vite whose `ssrLoadModule` takes paths such as /app/routes.ts.
 * @template T
 * @param {(vite: import("vite").ViteDevServer) => Promise<T>} work
 */
export async function withSources(work) {
  const vite = await createServer({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    appType: "custom",
    plugins: [layOwnTexts],
    resolve: { alias: { "~": resolveFromRoot("app") } },
    // Without a socket for the browser, whose port another program of ours may have.
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await work(vite);
  } finally {
    await vite.close();
  }
}
