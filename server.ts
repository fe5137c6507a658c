/** The web server: what every request passes on its way to Remix, and what happens at start and stop. */
import { createServer, type Server } from "node:http";
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";
import { constants } from "node:zlib";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import type { boot as bootProduct, Running } from "~/boot.server";
import { makeFilesPrivate } from "~/data-dir.server";
import { paths } from "~/domain/paths";
import { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS, TIMEOUTS_CHECKED_EVERY_MS } from "~/domain/limits";
import { refuseCrossSite } from "~/http/edge/cross-site";
import { sayThatItFailed } from "~/http/edge/failed";
import { health } from "~/http/edge/health";
import {
  letTheRestPass,
  refuseDeepAddresses,
  refuseHugeBodies,
  refuseLongQuestions,
  refuseOldDataRequests,
  refuseOtherMethods,
} from "~/http/edge/limits";
import { isLocalCaller } from "~/http/edge/local-caller";
import { ownAddress, refuseOtherHosts, refuseOtherTargets } from "~/http/edge/own-address";
import { servePictures } from "~/http/edge/pictures";
import { requestIdOf, requestLog } from "~/http/edge/request-log";
import { sandboxRoutes, socialSandboxRoutes } from "~/http/edge/sandbox";
import { keepNothing, nonceOf, securityHeaders } from "~/http/edge/security-headers";
import { stopOnSignal } from "~/http/edge/stop";
import type { RequestContext } from "~/http/request-context.server";
import { announce, warn } from "~/http/edge/announce";

const isDevelopment = process.env.NODE_ENV === "development";
const here = fileURLToPath(new URL(".", import.meta.url));
const root = isDevelopment ? here : fileURLToPath(new URL("..", import.meta.url));

/** Node looks after them twice a minute, unless it is told to do it more often. */
const TIMEOUTS = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUTS_CHECKED_EVERY_MS,
};

/** What `app/entry.server.tsx` exports for us: the product is built once, and both halves share its modules. */
interface ProductEntry {
  boot: typeof bootProduct;
  requestContext(
    app: Running["app"],
    request: Request,
    facts: { nonce: string; id: string; isLocalCaller: boolean },
  ): RequestContext;
}

/** Of gzip and Brotli alike: half a millisecond for a page. */
const PAGE_LEVEL = 2;

type Build = ServerBuild | (() => Promise<ServerBuild>);

keepCompiledCode();
makeFilesPrivate();
await main();

/** The next start finds what this one compiled, where Node can keep it (from 22.8), beside the build that it belongs to. */
function keepCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  if (!isDevelopment) enableCompileCache?.(`${here}.compiled`);
}

/** Boots the product and serves it until it is told to stop. */
async function main(): Promise<void> {
  const web = express();
  const server = createServer(TIMEOUTS, web);
  const vite = isDevelopment ? await developmentServer(server) : null;
  const load = () =>
    (vite
      ? vite.ssrLoadModule("virtual:remix/server-build")
      : import(new URL("./server/index.js", import.meta.url).href)) as Promise<ServerBuild>;
  const build = await load();
  const product = build.entry.module as unknown as ProductEntry;
  const running = await product.boot(
    {
      payments: async (options) => (await import("./sandbox/server")).startSandbox(options),
      social: async (options) => (await import("./sandbox/social/server")).startSocialSandbox(options),
    },
    { pictureProgram: pictureProgram() },
  );
  const { config, log } = running.app;
  const { isStopping } = stopOnSignal(server, log, () => running.close());

  web.disable("x-powered-by").set("trust proxy", config.trustProxyHops);
  web.use(requestLog(log), refuseOtherTargets(ownAddress(config.appUrl)));
  web.use(health({ check: () => running.app.store.ping(), isStopping }));
  guardEverything(web, running);
  web.use(servePictures(running.app.pictures.folder));
  serveFiles(web, vite?.middlewares);
  web.use(keepNothing, compressPages());
  refuseForgedRequests(web, running);
  serveSandboxes(web, running);
  web.use(handleByRemix(vite ? load : build, product, running));
  web.use(sayThatItFailed(log));
  server.on("error", (error: NodeJS.ErrnoException) => {
    const reason =
      error.code === "EADDRINUSE" ? `PORT: ${config.port} is taken by another program` : error.message;
    log.fatal(reason);
    process.exit(1);
  });
  server.listen(config.port, config.host, () => {
    announce(config, { hasSandbox: running.sandbox !== null });
    warn(config, log);
  });
}

/** What holds for every answer, files included. */
function guardEverything(web: Express, { app: { config }, sandbox }: Running): void {
  const isHttps = config.appUrl.startsWith("https:");
  web.use(refuseOtherHosts(ownAddress(config.appUrl)), refuseOtherMethods);
  web.use(securityHeaders({ isHttps, usesStripe: !sandbox, isDevelopment }));
}

/** Files come before everything that costs: hashed ones are kept for ever. */
function serveFiles(web: Express, development: RequestHandler | undefined): void {
  if (development) web.use(development);
  const client = `${root}${isDevelopment ? "public" : "build/client"}`;
  web.use(
    "/assets",
    compression(),
    express.static(`${client}/assets`, { immutable: true, maxAge: "1y", fallthrough: false }),
  );
  const files = express.static(client, { maxAge: "1h", index: false });
  // Only what looks like a file is looked for on the disk: a page's address has no ending.
  web.use((request, response, next) => {
    if (/\.\w+$/.test(request.path)) files(request, response, next);
    else next();
  });
}

/** A page is compressed at each visit: the usual levels make it a tenth smaller, in twice the time. docs/speed.md */
function compressPages(): RequestHandler {
  return compression({
    level: PAGE_LEVEL,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_LEVEL } },
  });
}

/** What no page of ours sends. */
function refuseForgedRequests(web: Express, { app: { config } }: Running): void {
  const { isOwnOrigin } = ownAddress(config.appUrl);
  web.use(
    refuseDeepAddresses,
    refuseCrossSite({ isOwnOrigin, exempt: [paths.stripeWebhook] }),
    refuseHugeBodies,
    letTheRestPass,
    refuseOldDataRequests,
    refuseLongQuestions,
  );
}

/** Their pages and scripts, as long as no keys are given. */
function serveSandboxes(web: Express, { app: { limiter }, sandbox, socialSandboxPort: port }: Running): void {
  if (port) web.use(socialSandboxRoutes({ port, limiter }));
  if (sandbox) web.use(sandboxRoutes({ port: sandbox.port, limiter, scriptFolder: sandboxScripts() }));
}

function handleByRemix(build: Build, product: ProductEntry, { app }: Running): RequestHandler {
  const handle = createRequestHandler({
    build,
    mode: isDevelopment ? "development" : "production",
    getLoadContext: (request: Request, response: Response) => ({
      request: product.requestContext(app, request, {
        nonce: nonceOf(response),
        id: requestIdOf(response),
        isLocalCaller: isLocalCaller(request),
      }),
    }),
  });
  // It passes failures to `next` itself.
  return (request, response, next) => void handle(request, response, next);
}

function sandboxScripts(): string {
  return `${root}${isDevelopment ? "sandbox/browser" : "build/sandbox"}`;
}

function pictureProgram(): string {
  return `${root}${isDevelopment ? "app/gateways/pictures/picture-process.ts" : "build/picture-process.js"}`;
}

/** Vite beside us: its reload socket shares our port, because pages may connect to their own origin alone. */
async function developmentServer(server: Server) {
  const { createServer: createVite } = await import("vite");
  return createVite({ server: { middlewareMode: true, hmr: { server } } });
}
