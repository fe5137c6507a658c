/** Answers for the product while it is closed for maintenance. */
import type { IncomingHttpHeaders } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { findPagePolicy } from "~/domain/pages";
import { MAINTENANCE_RETRY_AFTER_SECONDS } from "~/domain/site";
import { RequestError } from "./errors";
import { getPagePath, getRequestUrl } from "./request-url";
import { getNonce } from "./security-headers";

export interface MaintenanceOptions {
  /** Without a query, so that it costs nothing while there is none. */
  isInMaintenance(): boolean;
  isClosedTo(request: { path: string; headers: IncomingHttpHeaders }): Promise<boolean>;
  renderPage(facts: { headers: IncomingHttpHeaders; nonce: string; path: string }): Promise<string>;
}

/**
 * Answers 503 with `Retry-After` to everyone for whom the product is closed: with a page to a browser, and with a message
 * as JSON to a call and to the data requests of an open page, which then keeps what was typed.
 */
export function closeForMaintenance({
  isInMaintenance,
  isClosedTo,
  renderPage,
}: MaintenanceOptions): RequestHandler {
  return (request, response, next) => {
    if (!isInMaintenance()) {
      next();
      return;
    }
    const answer = async () => {
      const path = getPagePath(request);
      if (!(await isClosedTo({ path, headers: request.headers }))) next();
      else if (isForPage(request, path)) await sendPage(request, response, renderPage);
      else next(createMaintenanceError());
    };
    answer().catch(next);
  };
}

const RETRY_AFTER = { "Retry-After": String(MAINTENANCE_RETRY_AFTER_SECONDS) };

function createMaintenanceError(): RequestError {
  return new RequestError(503, "errors:maintenance", { headers: RETRY_AFTER, isExpected: true });
}

async function sendPage(
  request: Request,
  response: Response,
  renderPage: MaintenanceOptions["renderPage"],
): Promise<void> {
  const { headers, method } = request;
  const path = method === "GET" ? request.originalUrl : "/";
  const page = await renderPage({ headers, nonce: getNonce(response), path });
  response.status(503).set(RETRY_AFTER).type("html").send(page);
}

/** Whether a browser shows the answer as a page. The API's documentation is a page among its calls. */
function isForPage(request: Request, path: string): boolean {
  if (getRequestUrl(request)?.pathname.endsWith(".data")) return false;
  return !path.startsWith("/api/") || findPagePolicy(path) !== undefined;
}
