/** Logs one line for each request, with the id that every line about it has. It never logs a body or a query string. */
import { randomUUID } from "node:crypto";
import type { RequestHandler, Response } from "express";
import { getTraceId } from "./traces";
import type { Log } from "~/log.server";

export function getRequestId(response: Response): string {
  return String(response.locals.requestId);
}

/** Without redaction, which would take five times as long: none of these fields is secret. */
export function logRequests(log: Log): RequestHandler {
  const lines = log.child({}, { redact: [] });
  return (request, response, next) => {
    const startedAt = performance.now();
    response.locals.requestId = randomUUID();
    response.setHeader("X-Request-Id", getRequestId(response));
    // The original path: Express rewrites `request.url`.
    const { method, path } = request;
    response.on("finish", () => {
      const ms = Math.round(performance.now() - startedAt);
      const level = /^\/(assets\/|health\/|metrics$)/.test(path) ? "debug" : "info";
      lines[level](
        {
          requestId: getRequestId(response),
          traceId: getTraceId(response),
          method,
          path,
          status: response.statusCode,
          ms,
        },
        "request",
      );
    });
    next();
  };
}
