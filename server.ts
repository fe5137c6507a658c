/** The web server: it runs the middleware before Remix, and starts and stops the product. */
import cluster from "node:cluster";
import { createServer, type Server } from "node:http";
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { getKeptAssets, startKeepingAssets } from "~/boot-assets.server";
import type { boot as bootProduct } from "~/boot.server";
import { describeStartFailure } from "~/boot-failure.server";
import type { Sandboxes } from "~/boot-sandboxes.server";
import { shareSandboxes } from "~/boot-shared.server";
import { createSwitcher } from "~/boot-switch.server";
import type { SavedSettingsError } from "~/config-saved.server";
import { ConfigError, readConfig, readListenAddress, type Config } from "~/config.server";
import { makeFilesPrivate } from "~/data-dir.server";
import { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS, TIMEOUTS_CHECKED_EVERY_MS } from "~/domain/limits";
import { KEEP_ALIVE_MS } from "~/domain/process-limits";
import { serveBrokenSettings } from "~/http/middleware/broken-settings";
import { createWeb, type PageEntry } from "~/http/middleware/create-web";
import type { ErrorOptions } from "~/http/middleware/errors";
import { createPresentProduct, type PresentProduct } from "~/http/middleware/present-product";
import { logWarnings, printStartupSummary } from "~/http/middleware/startup-messages";
import { stopInOrder, type Stopping, type StopOptions } from "~/http/middleware/stop";
import { joinPrimary } from "~/http/processes/worker";

import { makeLog, type Log } from "~/log.server";

const isDevelopment = process.env.NODE_ENV === "development";
const here = fileURLToPath(new URL(".", import.meta.url));
const root = isDevelopment ? here : fileURLToPath(new URL("..", import.meta.url));

/** By default, Node checks the timeouts only twice a minute. */
const TIMEOUTS = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: TIMEOUTS_CHECKED_EVERY_MS,
};

/** The exports of `app/entry.server.tsx` for this server: Remix and the server share the modules of one build. */
interface ProductEntry extends PageEntry {
  boot: typeof bootProduct;
}

/** Loaded when they start: with every key configured, none does. */
const OWN_SANDBOXES: Sandboxes = {
  payments: async (options) => (await import("./sandbox/server")).startSandbox(options),
  social: async (options) => (await import("./sandbox/social/server")).startSocialSandbox(options),
};

process.on("uncaughtException", failToStart);
cacheCompiledCode();
makeFilesPrivate();
await start().catch(failToStart);

async function start(): Promise<void> {
  if (isPrimary()) await startPrimary();
  else await startServer();
}

/** Not by a throw: Node would print it with a line of the built code before it. */
function failToStart(error: unknown): never {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
}

/** Stores compiled code beside the build for the next start. Node supports it from 22.8 on. */
function cacheCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  if (!isDevelopment) enableCompileCache?.(`${here}.compiled`);
}

/** Whether this process starts others that serve. Development has one process, in which Vite reloads what changes. */
function isPrimary(): boolean {
  if (isDevelopment || cluster.isWorker) return false;
  try {
    return readConfig().processes > 1;
  } catch (error) {
    // One process is enough to say that the settings are broken.
    if (isSavedSettingsError(error)) return false;
    throw error;
  }
}

async function startPrimary(): Promise<void> {
  const { bootPrimary } = await import("~/boot-primary.server");
  await bootPrimary(readConfig(), OWN_SANDBOXES, fileURLToPath(import.meta.url));
  process.off("uncaughtException", failToStart);
}

/** Boots the product and serves it until a signal, or the primary process, stops it. */
async function startServer(): Promise<void> {
  const primary = cluster.isWorker ? await joinPrimary() : null;
  const present = createPresentProduct();
  const server = createServer(TIMEOUTS, present.handle);
  const vite = isDevelopment ? await createDevelopmentServer(server) : null;
  const load = () =>
    (vite
      ? vite.ssrLoadModule("virtual:remix/server-build")
      : import(new URL("./server/index.js", import.meta.url).href)) as Promise<ServerBuild>;
  const build = await load();
  const product = build.entry.module as unknown as ProductEntry;
  const sandboxes = shareSandboxes(primary?.sandboxes ?? OWN_SANDBOXES);
  const pictureProgram = getPictureProgram();
  let isStopping = () => false;
  const parts = {
    entry: product,
    build: vite ? load : build,
    vite: vite?.middlewares,
    isStopping: () => isStopping(),
    readAllMetrics: primary?.readMetrics,
  };
  const switcher = createSwitcher({
    present,
    boot: (options) =>
      product.boot(sandboxes, { ...options, pictureProgram, process: primary?.number ?? null }),
    createWeb: (running) => createWeb(running, { ...parts, folders: getFolders(running.app.config) }),
  });
  const running = await switcher.start().catch((error: unknown) => {
    serveWithoutSettings(error, { server, present, primary, toMessage: product.toMessage });
  });
  if (!running) return;
  const { config, log } = running.app;
  const { drainDelayMs } = config;
  isStopping = stopWithServer(server, { log, close: switcher.close, primary, drainDelayMs }).isStopping;
  failWithoutAddress(server, config);
  if (primary === null || primary.number === 1) await keepOwnAssets(config, log);
  await primary?.awaitOthers();
  const setupLink = await running.app.setup.createLink();
  server.listen(config.port, config.host, () => {
    if (primary) return;
    logWarnings(config, log);
    printStartupSummary(config, { hasSandbox: running.sandbox !== null, setupLink, log });
  });
}

/** Only config.json may be broken while the server starts: throws any other error. */
function serveWithoutSettings(
  error: unknown,
  {
    server,
    present,
    primary,
    toMessage,
  }: Pick<ErrorOptions, "toMessage"> &
    Pick<StopOptions, "primary"> & { server: Server; present: PresentProduct },
): void {
  if (!isSavedSettingsError(error)) throw error;
  const log = makeLog("info");
  const { port, host } = readListenAddress();
  present.replace({ handle: serveBrokenSettings(error, { log, toMessage }), close: () => Promise.resolve() });
  // It was never ready, so no balancer has to notice.
  stopWithServer(server, { log, close: present.close, primary, drainDelayMs: 0 });
  failWithoutAddress(server, { port, host });
  server.listen(port, host, () => log.error(error.message));
}

/** By its name: the build has the class twice, here and in the product. */
function isSavedSettingsError(error: unknown): error is SavedSettingsError {
  return error instanceof Error && error.name === "SavedSettingsError";
}

/** From now on an uncaught error ends the process in order. */
function stopWithServer(server: Server, options: StopOptions): Stopping {
  process.off("uncaughtException", failToStart);
  return stopInOrder(server, options);
}

function failWithoutAddress(server: Server, { port, host }: Pick<Config, "port" | "host">): void {
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE")
      failToStart(new ConfigError(`PORT: ${port} is taken by another program`));
    failToStart(new ConfigError(`HOST, PORT: ${host}:${port} cannot be listened on: ${error.message}`));
  });
}

async function keepOwnAssets(config: Config, log: Log): Promise<void> {
  const { client, keptAssets } = getFolders(config);
  if (keptAssets !== undefined) await startKeepingAssets({ own: `${client}/assets`, kept: keptAssets }, log);
}

function getFolders({ isLocal, dataDir }: Config) {
  return {
    // On one's own machine the next release is not met by pages of the one before.
    keptAssets: isLocal ? undefined : getKeptAssets(dataDir),
    client: `${root}${isDevelopment ? "public" : "build/client"}`,
    sandbox: `${root}${isDevelopment ? "sandbox/browser" : "build/sandbox"}`,
  };
}

function getPictureProgram(): string {
  return `${root}${isDevelopment ? "app/gateways/pictures/picture-process.ts" : "build/picture-process.js"}`;
}

/** Runs Vite as middleware. Its socket shares the port, because pages may only connect to their own origin. */
async function createDevelopmentServer(server: Server) {
  const { createServer: createVite } = await import("vite");
  return createVite({ server: { middlewareMode: true, hmr: { server } } });
}
