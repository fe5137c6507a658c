/** Logs one line for each request, with the id that every line about it has. It never logs a body or a query string. */
import { randomUUID } from "node:crypto";
import type { RequestHandler, Response } from "express";
import { getTraceId } from "./traces";
import type { Log } from "~/log.server";

export function getRequestId(response: Response): string {
  return String(response.locals.requestId);
}

/** Whose session or API key a request has. */
interface CallerSource {
  caller: { userId: string; accountId: string } | null;
}

/** Remembers what the handler of the page or call will find out about the caller. */
export function setCallerSource(response: Response, source: CallerSource): void {
  response.locals.callerSource = source;
}

/** Null for a visitor, and for what is answered before Remix. */
function getCaller({ locals }: Response): CallerSource["caller"] {
  return (locals.callerSource as CallerSource | undefined)?.caller ?? null;
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
      const isQuiet = response.locals.isSource === true || /^\/(assets\/|health\/|metrics$)/.test(path);
      const level = isQuiet ? "debug" : "info";
      lines[level](
        {
          requestId: getRequestId(response),
          traceId: getTraceId(response),
          ...getCaller(response),
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
