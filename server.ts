/** The web server: it runs the middleware before Remix, and starts and stops the product. */
import cluster from "node:cluster";
import { createServer, type Server } from "node:http";
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";
import { constants } from "node:zlib";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import serveCompressed from "express-static-gzip";
import type { boot as bootProduct, Running } from "~/boot.server";
import type { Sandboxes } from "~/boot-sandboxes.server";
import { readConfig } from "~/config.server";
import { makeFilesPrivate } from "~/data-dir.server";
import { paths } from "~/domain/paths";
import { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS, TIMEOUTS_CHECKED_EVERY_MS } from "~/domain/limits";
import { KEEP_ALIVE_MS } from "~/domain/process-limits";
import { rejectCrossSite } from "~/http/middleware/cross-site";
import { handleErrors, type ErrorOptions } from "~/http/middleware/errors";
import { createHealthRouter } from "~/http/middleware/health";
import {
  discardRejectedBodies,
  rejectDeepPaths,
  rejectLargeBodies,
  rejectLegacyDataRequests,
  rejectLongManifestQueries,
  rejectUnknownMethods,
} from "~/http/middleware/limits";
import { closeForMaintenance, type MaintenanceOptions } from "~/http/middleware/maintenance";
import { isLocalCaller } from "~/http/middleware/local-caller";
import { rejectInvalidTargets, rejectOtherHosts, toOwnHost } from "~/http/middleware/own-host";
import { countRequests, createMetricsRouter } from "~/http/middleware/metrics";
import { servePictures } from "~/http/middleware/pictures";
import { getRequestId, logRequests } from "~/http/middleware/request-log";
import { setRouteSource } from "~/http/middleware/route";
import { createPaymentSandboxRouter, createSocialSandboxRouter } from "~/http/middleware/sandbox";
import { getNonce, preventCaching, setSecurityHeaders } from "~/http/middleware/security-headers";
import { logWarnings, printStartupSummary } from "~/http/middleware/startup-messages";
import { stopOnSignal } from "~/http/middleware/stop";
import { traceRequests } from "~/http/middleware/traces";
import { joinPrimary } from "~/http/processes/worker";
import type { RequestContext } from "~/http/request-context.server";

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
interface ProductEntry {
  boot: typeof bootProduct;
  requestContext(
    app: Running["app"],
    request: Request,
    facts: { nonce: string; id: string; isLocalCaller: boolean },
  ): RequestContext;
  toMessage: ErrorOptions["toMessage"];
  isClosedTo(app: Running["app"], ...request: Parameters<MaintenanceOptions["isClosedTo"]>): Promise<boolean>;
  renderMaintenance: MaintenanceOptions["renderPage"];
}

/** Loaded when they start: with every key configured, none does. */
const OWN_SANDBOXES: Sandboxes = {
  payments: async (options) => (await import("./sandbox/server")).startSandbox(options),
  social: async (options) => (await import("./sandbox/social/server")).startSocialSandbox(options),
};

/** For gzip and Brotli; it takes half a millisecond for a page. */
const PAGE_COMPRESSION_LEVEL = 2;
/**
 * Brotli's window as a power of two: 64 KiB, the size of a page. Its default of 4 MiB is allocated for each response,
 * which doubled a page's processor time. docs/speed.md
 */
const PAGE_COMPRESSION_WINDOW = 16;

type Build = ServerBuild | (() => Promise<ServerBuild>);

cacheCompiledCode();
makeFilesPrivate();
if (isPrimary()) await startPrimary();
else await startServer();

/** Stores compiled code beside the build for the next start. Node supports it from 22.8 on. */
function cacheCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  if (!isDevelopment) enableCompileCache?.(`${here}.compiled`);
}

/** Whether this process starts others that serve. Development has one process, in which Vite reloads what changes. */
function isPrimary(): boolean {
  return !isDevelopment && !cluster.isWorker && readConfig().processes > 1;
}

async function startPrimary(): Promise<void> {
  const { bootPrimary } = await import("~/boot-primary.server");
  await bootPrimary(readConfig(), OWN_SANDBOXES, fileURLToPath(import.meta.url));
}

/** Boots the product and serves it until a signal, or the primary process, stops it. */
async function startServer(): Promise<void> {
  const primary = cluster.isWorker ? await joinPrimary() : null;
  const web = express();
  const server = createServer(TIMEOUTS, web);
  const vite = isDevelopment ? await createDevelopmentServer(server) : null;
  const load = () =>
    (vite
      ? vite.ssrLoadModule("virtual:remix/server-build")
      : import(new URL("./server/index.js", import.meta.url).href)) as Promise<ServerBuild>;
  const build = await load();
  const product = build.entry.module as unknown as ProductEntry;
  const pictureProgram = getPictureProgram();
  const running = await product.boot(primary?.sandboxes ?? OWN_SANDBOXES, { pictureProgram });
  const { config, log } = running.app;
  const close = () => running.close();
  const { isStopping } = stopOnSignal(server, { log, close, isSupervised: primary !== null });

  web.disable("x-powered-by").set("trust proxy", config.trustProxyHops);
  observeRequests(web, running);
  web.use(rejectInvalidTargets(toOwnHost(config.appUrl)));
  web.use(createHealthRouter({ check: () => running.app.store.ping(), isStopping }));
  web.use(createMetricsRouter(running.app.metrics, config.metricsToken));
  secureResponses(web, running);
  web.use(servePictures(running.app.pictures.folder));
  serveFiles(web, vite?.middlewares);
  web.use(preventCaching, compressPages());
  rejectUnsafeRequests(web, running);
  serveSandboxes(web, running);
  closeDuringMaintenance(web, product, running);
  web.use(handleByRemix(vite ? load : build, product, running));
  web.use(handleErrors({ log, toMessage: product.toMessage }));
  server.on("error", (error: NodeJS.ErrnoException) => {
    const reason =
      error.code === "EADDRINUSE" ? `PORT: ${config.port} is taken by another program` : error.message;
    log.fatal(reason);
    process.exit(1);
  });
  await primary?.awaitOthers();
  server.listen(config.port, config.host, () => {
    if (primary) return;
    printStartupSummary(config, { hasSandbox: running.sandbox !== null });
    logWarnings(config, log);
  });
}

/** What operators see of every request: its trace, its line in the log, and the metrics. */
function observeRequests(web: Express, { app: { log, metrics, traces } }: Running): void {
  // The first, so that whatever follows belongs to the trace.
  if (traces) web.use(traceRequests(traces));
  web.use(logRequests(log), countRequests(metrics));
}

/** Applies to every response, files included. */
function secureResponses(web: Express, { app: { config }, sandbox }: Running): void {
  const isHttps = config.appUrl.startsWith("https:");
  web.use(rejectOtherHosts(toOwnHost(config.appUrl)), rejectUnknownMethods);
  web.use(setSecurityHeaders({ isHttps, usesStripe: !sandbox, isDevelopment }));
}

/**
 * Runs before everything that costs more. Files with a hash in their name are cached for a year, and sent as the build
 * compressed them.
 */
function serveFiles(web: Express, development: RequestHandler | undefined): void {
  if (development) web.use(development);
  const client = `${root}${isDevelopment ? "public" : "build/client"}`;
  web.use(
    "/assets",
    serveCompressed(`${client}/assets`, {
      enableBrotli: true,
      orderPreference: ["br", "gzip"],
      index: false,
      serveStatic: { immutable: true, maxAge: "1y", fallthrough: false },
    }) as RequestHandler,
  );
  const files = express.static(client, { maxAge: "1h", index: false });
  // Only a path with an extension can be a file. Pages have no extension.
  web.use((request, response, next) => {
    if (/\.\w+$/.test(request.path)) files(request, response, next);
    else next();
  });
}

/** Each page is compressed at every request: the default levels make it a tenth smaller, in twice the time. docs/speed.md */
function compressPages(): RequestHandler {
  return compression({
    level: PAGE_COMPRESSION_LEVEL,
    brotli: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: PAGE_COMPRESSION_LEVEL,
        [constants.BROTLI_PARAM_LGWIN]: PAGE_COMPRESSION_WINDOW,
      },
    },
  });
}

/** Rejects requests that no page of the product sends. */
function rejectUnsafeRequests(web: Express, { app: { config } }: Running): void {
  const { isOwnOrigin } = toOwnHost(config.appUrl);
  web.use(
    rejectDeepPaths,
    rejectCrossSite({ isOwnOrigin, exempt: [paths.stripeWebhook, paths.unsubscribe] }),
    rejectLargeBodies,
    discardRejectedBodies,
    rejectLegacyDataRequests,
    rejectLongManifestQueries,
  );
}

/** Serves the pages and scripts of the sandboxes, which run while no keys are configured. */
function serveSandboxes(
  web: Express,
  { app: { config, limiter }, sandbox, socialSandboxPort: port }: Running,
): void {
  if (port) web.use(createSocialSandboxRouter({ port, limiter }));
  // Under a public URL no one pays in the sandbox, so no one loads its card field.
  if (sandbox && config.isLocal)
    web.use(createPaymentSandboxRouter({ port: sandbox.port, limiter, scriptFolder: getSandboxScripts() }));
}

/** While it is closed for maintenance, only masters reach the product. */
function closeDuringMaintenance(web: Express, product: ProductEntry, { app }: Running): void {
  web.use(
    closeForMaintenance({
      isInMaintenance: () => app.site.read().isInMaintenance,
      isClosedTo: (request) => product.isClosedTo(app, request),
      renderPage: product.renderMaintenance,
    }),
  );
}

function handleByRemix(build: Build, product: ProductEntry, { app }: Running): RequestHandler {
  const handle = createRequestHandler({
    build,
    mode: isDevelopment ? "development" : "production",
    getLoadContext: (request: Request, response: Response) => {
      const context = product.requestContext(app, request, {
        nonce: getNonce(response),
        id: getRequestId(response),
        isLocalCaller: isLocalCaller(request),
      });
      setRouteSource(response, context);
      return { request: context };
    },
  });
  // The handler passes its errors to `next`.
  return (request, response, next) => void handle(request, response, next);
}

function getSandboxScripts(): string {
  return `${root}${isDevelopment ? "sandbox/browser" : "build/sandbox"}`;
}

function getPictureProgram(): string {
  return `${root}${isDevelopment ? "app/gateways/pictures/picture-process.ts" : "build/picture-process.js"}`;
}

/** Runs Vite as middleware. Its socket shares the port, because pages may only connect to their own origin. */
async function createDevelopmentServer(server: Server) {
  const { createServer: createVite } = await import("vite");
  return createVite({ server: { middlewareMode: true, hmr: { server } } });
}
