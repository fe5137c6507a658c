/** Makes each request a trace, where a collector is configured. The spans below it come from the product. */
import type { RequestHandler, Response } from "express";
import type { Traces } from "~/services/platform/tracing/traces.server";
import { getRoute } from "./route";

/** The id of the response's trace; undefined without traces. */
export function getTraceId(response: Response): string | undefined {
  return response.locals.traceId as string | undefined;
}

export function traceRequests(traces: Traces): RequestHandler {
  return (request, response, next) => {
    const { method, path, headers } = request;
    // A balancer asks every few seconds, and would be most of what is recorded.
    if (path.startsWith("/health/")) {
      next();
      return;
    }
    const { traceparent } = headers;
    traces.runRequest(
      { method, traceparent: typeof traceparent === "string" ? traceparent : undefined },
      ({ traceId, end }) => {
        response.locals.traceId = traceId;
        // Also when the client has gone before the answer.
        response.on("close", () => end({ route: getRoute(path, response), status: response.statusCode }));
        next();
      },
    );
  };
}
