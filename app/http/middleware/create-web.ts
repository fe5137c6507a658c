/** The middleware of one product with its settings, before Remix. */
import { constants } from "node:zlib";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import { POSTING_IDENTITY_PROVIDERS } from "~/domain/identity-providers";
import { paths } from "~/domain/paths";
import type { App } from "~/services/platform/app.server";
import type { RequestContext } from "../request-context.server";
import { findArea, pickAreaBuild, type Area } from "./area-builds";
import { rejectCrossSite } from "./cross-site";
import { serveFiles, type Folders } from "./files";
import { handleErrors, type ErrorOptions } from "./errors";
import { createHealthRouter } from "./health";
import { createInstallationRouter } from "./installation";
import {
  discardRejectedBodies,
  rejectDeepPaths,
  rejectLargeBodies,
  rejectLegacyDataRequests,
  rejectLongManifestQueries,
  rejectUnknownMethods,
} from "./limits";
import { isLocalCaller } from "./local-caller";
import { closeForMaintenance, type MaintenanceOptions } from "./maintenance";
import { countRequests, createMetricsRouter, joinMetrics } from "./metrics";
import { rejectInvalidTargets, rejectOtherHosts, toOwnHost } from "./own-host";
import { serveAvatars } from "./avatars";
import { getRequestId, logRequests, setCallerSource } from "./request-log";
import { getPagePath } from "./request-url";
import { setRouteSource } from "./route";
import { createPaymentSandboxRouter, createIdentitySandboxRouter } from "./sandbox";
import { getNonce, preventCaching, preventSniffing, setSecurityHeaders } from "./security-headers";
import { traceRequests } from "./traces";

/** For gzip and Brotli; it takes half a millisecond for a page. */
const PAGE_COMPRESSION_LEVEL = 2;
/**
 * Brotli's window as a power of two: 64 KiB, the size of a page. Its default of 4 MiB is allocated for each response,
 * which doubled a page's processor time. docs/speed.md
 */
const PAGE_COMPRESSION_WINDOW = 16;

export type Build = ServerBuild | (() => Promise<ServerBuild>);

/** The exports of `app/entry.server.tsx` that the middleware calls. */
export interface PageEntry {
  requestContext(
    app: App,
    request: Request,
    facts: { nonce: string; id: string; isLocalCaller: boolean },
  ): RequestContext;
  toMessage: ErrorOptions["toMessage"];
  isClosedTo(app: App, ...request: Parameters<MaintenanceOptions["isClosedTo"]>): Promise<boolean>;
  renderMaintenance: MaintenanceOptions["renderPage"];
}

/** The product as it was booted. */
interface WebProduct {
  app: App;
  /** The payment sandbox; null when Stripe keys are configured. */
  sandbox: { port: number } | null;
  identitySandboxPort: (() => Promise<number>) | null;
}

interface WebParts {
  entry: PageEntry;
  build: Build;
  /** The development server; undefined in production. */
  vite: RequestHandler | undefined;
  isStopping: () => boolean;
  /** Reads the metrics of all processes of the host; undefined where there is one. */
  readAllMetrics: (() => Promise<string | null>) | undefined;
  folders: Folders;
}

/** The middleware of one product, with its settings, before Remix. */
export function createWeb(product: WebProduct, parts: WebParts): Express {
  const { app } = product;
  const { config, log } = app;
  const { entry, vite, folders } = parts;
  const web = express();
  web.disable("x-powered-by").set("trust proxy", config.trustProxyHops);
  observeRequests(web, app);
  web.use(preventSniffing, rejectInvalidTargets(toOwnHost(config.appUrl)));
  serveOperators(web, app, parts);
  secureResponses(web, { ...product, isDevelopment: vite !== undefined });
  web.use(serveAvatars(app.avatars.files));
  serveFiles(web, vite, folders);
  web.use(preventCaching, compressPages());
  rejectUnsafeRequests(web, app);
  serveSandboxes(web, product, folders.sandbox);
  closeDuringMaintenance(web, entry, app);
  web.use(handleByRemix(app, parts));
  web.use(handleErrors({ log, toMessage: entry.toMessage }));
  return web;
}

/** Throws when the database does not answer, or takes no writes. */
async function checkDatabase({ database }: App): Promise<void> {
  await database.ping();
  await database.requireWritable();
}

/** Records every request for operators: its trace, its line in the log, and the metrics. */
function observeRequests(web: Express, { log, metrics, traces }: App): void {
  // The first, so that whatever follows belongs to the trace.
  if (traces) web.use(traceRequests(traces));
  web.use(logRequests(log), countRequests(metrics));
}

/** Serves the operator's programs, under any Host: each router decides by itself whom it answers. */
function serveOperators(
  web: Express,
  app: App,
  { isStopping, readAllMetrics }: Pick<WebParts, "isStopping" | "readAllMetrics">,
): void {
  const { metricsToken: token, isLocal } = app.config;
  const metrics = readAllMetrics ? joinMetrics(app.metrics, readAllMetrics) : app.metrics;
  web.use(
    createHealthRouter({ check: () => checkDatabase(app), isStopping }),
    createInstallationRouter(app),
    createMetricsRouter(metrics, { token, isLocal }),
  );
}

/** Applies to every response that follows, files included. */
function secureResponses(
  web: Express,
  { app: { config }, sandbox, isDevelopment }: WebProduct & { isDevelopment: boolean },
): void {
  const isHttps = config.appUrl.startsWith("https:");
  web.use(rejectOtherHosts(toOwnHost(config.appUrl)), rejectUnknownMethods);
  web.use(setSecurityHeaders({ isHttps, usesStripe: !sandbox, isDevelopment }));
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
function rejectUnsafeRequests(web: Express, { config }: App): void {
  const { isOwnOrigin } = toOwnHost(config.appUrl);
  web.use(
    rejectDeepPaths,
    rejectCrossSite({
      isOwnOrigin,
      exempt: [
        paths.stripeWebhook,
        paths.stripeMeterWebhook,
        paths.unsubscribe,
        ...POSTING_IDENTITY_PROVIDERS.map(paths.identityProviderCallback),
      ],
    }),
    rejectLargeBodies,
    discardRejectedBodies,
    rejectLegacyDataRequests,
    rejectLongManifestQueries,
  );
}

/** Serves the pages and scripts of the sandboxes, which run while no keys are configured. */
function serveSandboxes(
  web: Express,
  { app: { config, limiter }, sandbox, identitySandboxPort: port }: WebProduct,
  scriptFolder: string,
): void {
  if (port) web.use(createIdentitySandboxRouter({ port, limiter }));
  // Under a public URL no one pays in the sandbox, so no one loads its card field.
  if (sandbox && config.isLocal)
    web.use(createPaymentSandboxRouter({ port: sandbox.port, limiter, scriptFolder }));
}

/** While it is closed for maintenance, only masters reach the product. */
function closeDuringMaintenance(web: Express, entry: PageEntry, app: App): void {
  web.use(
    closeForMaintenance({
      isInMaintenance: () => app.site.read().isInMaintenance,
      isClosedTo: (request) => entry.isClosedTo(app, request),
      renderPage: entry.renderMaintenance,
    }),
  );
}

/** In production each area has a handler of its own; the development server's build changes while it runs. */
function handleByRemix(app: App, parts: WebParts): RequestHandler {
  const { build } = parts;
  const handleWhole = createRemixHandler(app, parts, build);
  if (typeof build === "function") return handleWhole;
  const byArea = new Map<Area, RequestHandler>();
  // With its first request: a start does not wait for the areas that no one has asked for.
  const createFor = (area: Area) => {
    const handle = createRemixHandler(app, parts, pickAreaBuild(build, area));
    byArea.set(area, handle);
    return handle;
  };
  return (request, response, next) => {
    const area = findArea(getPagePath(request));
    const handle = area ? (byArea.get(area) ?? createFor(area)) : handleWhole;
    handle(request, response, next);
  };
}

function createRemixHandler(app: App, { entry, vite }: WebParts, build: Build): RequestHandler {
  const handle = createRequestHandler({
    build,
    mode: vite ? "development" : "production",
    getLoadContext: (request: Request, response: Response) => {
      const context = entry.requestContext(app, request, {
        nonce: getNonce(response),
        id: getRequestId(response),
        isLocalCaller: isLocalCaller(request),
      });
      setRouteSource(response, context);
      setCallerSource(response, context);
      return { request: context };
    },
  });
  // The handler passes its errors to `next`.
  return (request, response, next) => void handle(request, response, next);
}
