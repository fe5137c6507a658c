/** Counts requests, and serves /metrics to the operator's Prometheus. */
import { createHash, timingSafeEqual } from "node:crypto";
import { Router, type Request, type RequestHandler } from "express";
import { paths } from "~/domain/paths";
import type { Metrics } from "~/services/platform/metrics/metrics.server";
import { RequestError } from "./errors";
import { isLocalCaller } from "./local-caller";
import { isLoopbackHost } from "./own-host";
import { getRequestId } from "./request-log";
import { getRoute } from "./route";

/** Counts each request when its response has been sent. */
export function countRequests(metrics: Pick<Metrics, "countRequest">): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    // The original path: Express rewrites `request.url`.
    const { method, path } = request;
    response.on("finish", () => {
      metrics.countRequest({
        method,
        route: getRoute(path, response),
        status: response.statusCode,
        seconds: (performance.now() - startedAt) / 1000,
        requestId: getRequestId(response),
      });
    });
    next();
  };
}

/**
 * Adds the metrics of the other processes. While one of them does not answer, they are those of this process alone: the
 * series of the others have a gap then.
 */
export function joinMetrics(
  metrics: Pick<Metrics, "scrape">,
  readAll: () => Promise<string | null>,
): Pick<Metrics, "scrape"> {
  return {
    async scrape() {
      const own = await metrics.scrape();
      return { ...own, body: (await readAll()) ?? own.body };
    },
  };
}

export interface MetricsAccess {
  /** Null: none is set. */
  token: string | null;
  /** Whether the public URL is this machine's own. */
  isLocal: boolean;
}

/**
 * GET /metrics, for callers with the token. Where the public URL is this machine's own, also for callers on it without one,
 * whom no proxy forwards, under a loopback name: a page in a browser on this machine can have another name lead here. Under
 * any other public URL a proxy that adds no header would make every visitor a local caller. Without a token others get 404;
 * with one, 401.
 */
export function createMetricsRouter(
  metrics: Pick<Metrics, "scrape">,
  { token, isLocal }: MetricsAccess,
): Router {
  const router = Router();
  router.get(paths.metrics, (request, response, next) => {
    const isOperator = isLocal && isLoopbackHost(request.headers.host) && isLocalCaller(request);
    if (!isOperator && !hasToken(request, token)) {
      next(createRefusal(token));
      return;
    }
    metrics
      .scrape()
      .then(({ contentType, body }) => {
        response.set({ "Content-Type": contentType, "Cache-Control": "no-store" }).send(body);
      })
      .catch(next);
  });
  return router;
}

function createRefusal(token: string | null): RequestError {
  if (token === null) return new RequestError(404, "errors:not_found");
  return new RequestError(401, "errors:sign_in_first", { headers: { "WWW-Authenticate": "Bearer" } });
}

/** Compares hashes, which have one length: the time says nothing about the token. */
function hasToken({ headers }: Request, token: string | null): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(headers.authorization ?? "") ?? [];
  return token !== null && given !== undefined && timingSafeEqual(hash(given), hash(token));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
