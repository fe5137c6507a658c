/**
 * The server of `npm run dev`, in a process of its own: Vite runs server.ts and the pages from their sources. Where a file
 * changes that server.ts imports, it ends in order, to be started again; Vite applies every other change as it runs.
 */
import { createServer } from "node:http";
import { createServer as createVite } from "vite";

const SERVER = "/server.ts";
/** What a first page needs besides its route; Vite follows their imports. */
const FIRST_SOURCES = ["/app/entry.client.tsx", "/app/root.tsx", "/app/ui/theme.css"];

// Vite's socket shares the port, because pages may only connect to their own origin.
const server = createServer();
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } });
vite.watcher.on("all", (_event, file) => {
  if (isPartOfServer(file)) void vite.ws.close().finally(endInOrder);
});
// Vite logs why a source cannot be loaded.
const { startServer } = await vite.ssrLoadModule(SERVER).catch(() => process.exit(1));
await startServer({ server, vite });
// While the developer opens a page, whose request would say what is wrong.
await vite.ssrLoadModule("virtual:remix/server-build").catch(() => undefined);
for (const source of FIRST_SOURCES) void vite.warmupRequest(source);

/** Whether server.ts imports the file, itself or by others. */
function isPartOfServer(file) {
  const modules = new Set(vite.environments.ssr.moduleGraph.getModulesByFile(file));
  // Those that are added meanwhile follow in turn.
  for (const { importers } of modules) for (const importer of importers) modules.add(importer);
  return [...modules].some(({ url }) => url === SERVER);
}

/** As for a signal, which server.ts listens to once it serves. */
function endInOrder() {
  if (!process.emit("SIGTERM")) process.exit();
}
