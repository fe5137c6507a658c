/** The web server: it runs the middleware before Remix, and starts and stops the product. */
import cluster from "node:cluster";
import { createServer, type Server } from "node:http";
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { ViteDevServer } from "vite";
import { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS, TIMEOUTS_CHECKED_EVERY_MS, seconds } from "~/domain/limits";
import { serveBrokenSettings } from "~/http/middleware/broken-settings";
import { createWeb, type PageEntry } from "~/http/middleware/create-web";
import type { ErrorOptions } from "~/http/middleware/errors";
import { createPresentProduct, type PresentProduct } from "~/http/middleware/present-product";
import { logWarnings, printStartupSummary } from "~/http/middleware/startup-messages";
import { stopInOrder, type Stopping, type StopOptions } from "~/http/middleware/stop";
import { joinPrimary } from "~/http/processes/worker";
import { makeLog, type Log } from "~/log.server";
import { getKeptAssets, startKeepingAssets } from "./app/boot/assets.server";
import type { boot as bootProduct } from "./app/boot/boot.server";
import { describeStartFailure } from "./app/boot/failure.server";
import type { Sandboxes } from "./app/boot/sandboxes.server";
import { shareSandboxes } from "./app/boot/shared.server";
import { createSwitcher } from "./app/boot/switch.server";
import type { SavedSettingsError } from "./app/config/saved.server";
import { ConfigError, readConfig, readListenAddress, type Config } from "./app/config/config.server";
import { makeFilesPrivate } from "./app/config/data-dir.server";

/**
 * How long a connection without a request stays open: longer than proxies keep theirs, mostly a minute. A proxy that sends
 * a request while the connection closes answers 502.
 */
const KEEP_ALIVE_MS = seconds(75);

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

/** The server for the sources, which `scripts/lib/dev-server.mjs` makes. */
interface Development {
  server: Server;
  vite: ViteDevServer;
}

/** Loaded when they start: with every key configured, none does. */
const OWN_SANDBOXES: Sandboxes = {
  payments: async (options) => (await import("./sandbox/server")).startSandbox(options),
  social: async (options) =>
    (await import("./sandbox/identity-providers/server")).startIdentitySandbox(options),
};

process.on("uncaughtException", failToStart);
cacheCompiledCode();
makeFilesPrivate();
if (!isDevelopment) await (isPrimary() ? startPrimary() : startServer()).catch(failToStart);

/** Not by a throw: Node would print it with a line of the built code before it. */
function failToStart(error: unknown): never {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
}

/** Stores compiled code next to the build for the next start. Node supports it from 22.8 on. */
function cacheCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  if (!isDevelopment) enableCompileCache?.(`${here}.compiled`);
}

/** Whether this process starts others that serve. */
function isPrimary(): boolean {
  if (cluster.isWorker) return false;
  try {
    return readConfig().processes > 1;
  } catch (error) {
    // One process is enough to say that the settings are broken.
    if (isSavedSettingsError(error)) return false;
    throw error;
  }
}

async function startPrimary(): Promise<void> {
  const { bootPrimary } = await import("./app/boot/primary.server");
  await bootPrimary(readConfig(), OWN_SANDBOXES, fileURLToPath(import.meta.url));
  process.off("uncaughtException", failToStart);
}

/**
 * Boots the product and serves it until a signal, or the primary process, stops it. Development has one process, in which
 * Vite reloads what changes.
 */
export async function startServer(development?: Development): Promise<void> {
  const primary = cluster.isWorker ? await joinPrimary() : null;
  const present = createPresentProduct();
  const server = (development?.server ?? createServer(TIMEOUTS)).on("request", present.handle);
  const { entry: product, build } = await (development ? loadSources(development.vite) : loadBuild());
  const sandboxes = shareSandboxes(primary?.sandboxes ?? OWN_SANDBOXES);
  const avatarProgram = getAvatarProgram();
  let isStopping = () => false;
  const parts = {
    entry: product,
    build,
    vite: development?.vite.middlewares,
    isStopping: () => isStopping(),
    readAllMetrics: primary?.readMetrics,
  };
  const switcher = createSwitcher({
    present,
    boot: (options) =>
      product.boot(sandboxes, { ...options, avatarProgram, process: primary?.number ?? null }),
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

async function loadBuild() {
  const built = new URL("./server/index.js", import.meta.url);
  const build = (await import(/* @vite-ignore */ built.href)) as ServerBuild;
  return { entry: build.entry.module as unknown as ProductEntry, build };
}

/** The pages are loaded with the first request for one: they are a third of the modules. */
async function loadSources(vite: ViteDevServer) {
  const build = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  return { entry: (await vite.ssrLoadModule("app/entry.server.tsx")) as ProductEntry, build };
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

function getAvatarProgram(): string {
  return `${root}${isDevelopment ? "app/gateways/avatars/avatar-process.ts" : "build/avatar-process.js"}`;
}
