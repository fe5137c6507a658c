/** One line a request, under an id that every line of the request carries. Never a body, never a query. */
import { randomUUID } from "node:crypto";
import type { RequestHandler, Response } from "express";
import type { Log } from "~/log.server";

export function requestIdOf(response: Response): string {
  return String(response.locals.requestId);
}

/** The fields are these alone, none of them secret: to look for secrets in every line would take five times as long. */
export function requestLog(log: Log): RequestHandler {
  const lines = log.child({}, { redact: [] });
  return (request, response, next) => {
    const startedAt = performance.now();
    response.locals.requestId = randomUUID();
    response.setHeader("X-Request-Id", requestIdOf(response));
    // The path as it came: the framework rewrites `request.url` on its way.
    const { method, path } = request;
    response.on("finish", () => {
      const ms = Math.round(performance.now() - startedAt);
      const level = path.startsWith("/assets/") || path.startsWith("/health/") ? "debug" : "info";
      lines[level](
        { requestId: requestIdOf(response), method, path, status: response.statusCode, ms },
        "request",
      );
    });
    next();
  };
}
