/** The web server: what every request passes on its way to Remix, and what happens at start and stop. */
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import { installGlobals } from "@remix-run/node";
import compression from "compression";
import express, { type Request, type Response } from "express";
import type { boot as bootProduct, Running } from "~/boot.server";
import { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "~/domain/limits";
import { refuseCrossSite } from "~/http/edge/cross-site";
import { health } from "~/http/edge/health";
import { refuseHugeBodies, refuseOldDataRequests, refuseOtherMethods } from "~/http/edge/limits";
import { ownAddress, refuseOtherHosts } from "~/http/edge/own-address";
import { requestIdOf, requestLog } from "~/http/edge/request-log";
import { sandboxRoutes } from "~/http/edge/sandbox";
import { nonceOf, securityHeaders } from "~/http/edge/security-headers";
import { stopOnSignal } from "~/http/edge/stop";
import type { RequestContext } from "~/http/request-context.server";
import { announce } from "~/http/edge/announce";

installGlobals({ nativeFetch: true });

const isDevelopment = process.env.NODE_ENV === "development";
const here = fileURLToPath(new URL(".", import.meta.url));
const root = isDevelopment ? here : fileURLToPath(new URL("..", import.meta.url));

/** What `app/entry.server.tsx` exports for us: the product is built once, and both halves share its modules. */
interface ProductEntry {
  boot: typeof bootProduct;
  requestContext(
    app: Running["app"],
    request: Request,
    answer: { nonce: string; id: string },
  ): RequestContext;
}

await main();

async function main(): Promise<void> {
  const vite = isDevelopment ? await developmentServer() : null;
  const load = async () =>
    (await (vite
      ? vite.ssrLoadModule("virtual:remix/server-build")
      : import(new URL("./server/index.js", import.meta.url).href))) as ServerBuild;
  const build = await load();
  const product = build.entry.module as unknown as ProductEntry;
  const running = await product.boot(async (options) => {
    const { startSandbox } = await import("./sandbox/server");
    return startSandbox(options);
  });
  const { app, sandbox } = running;
  const { config, log } = app;
  const address = ownAddress(config.appUrl);

  const web = express().disable("x-powered-by").set("trust proxy", config.trustProxyHops);
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    web,
  );
  const stopping = stopOnSignal(server, log, () => running.close());

  web.use(requestLog(log));
  web.use(health({ check: () => app.store.ping(), isStopping: stopping.isStopping }));
  web.use(refuseOtherHosts(address), refuseOtherMethods);
  web.use(
    securityHeaders({ isHttps: config.appUrl.startsWith("https:"), usesStripe: !sandbox, isDevelopment }),
  );
  web.use(compression());
  if (vite) web.use(vite.middlewares);
  web.use(
    "/assets",
    express.static(`${root}build/client/assets`, { immutable: true, maxAge: "1y", fallthrough: false }),
  );
  web.use(
    express.static(`${root}${isDevelopment ? "public" : "build/client"}`, { maxAge: "1h", index: false }),
  );
  web.use(
    refuseCrossSite({ isOwnOrigin: address.isOwnOrigin, exempt: ["/api/webhook/stripe"] }),
    refuseHugeBodies,
    refuseOldDataRequests,
  );
  if (sandbox) {
    const scriptFolder = isDevelopment ? `${root}sandbox/browser` : `${root}build/sandbox`;
    web.use(sandboxRoutes({ port: sandbox.port, scriptFolder }));
  }
  web.use(
    createRequestHandler({
      build: vite ? load : build,
      mode: isDevelopment ? "development" : "production",
      getLoadContext: (request: Request, response: Response) => ({
        request: product.requestContext(app, request, {
          nonce: nonceOf(response),
          id: requestIdOf(response),
        }),
      }),
    }),
  );
  server.listen(config.port, config.host, () => {
    announce(config, { hasSandbox: sandbox !== null });
  });
}

async function developmentServer() {
  const { createServer: createVite } = await import("vite");
  return createVite({ server: { middlewareMode: true } });
}
