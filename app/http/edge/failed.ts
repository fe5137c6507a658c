/** The last word on a request that failed before, or outside, the framework: no stack, no library's reason. */
import type { ErrorRequestHandler } from "express";
import type { Log } from "~/log.server";
import errors from "~/i18n/en/errors.json";
import { requestIdOf } from "./request-log";

/** A malformed address is 400, a missing file 404; anything else is logged, and 500. */
export function sayThatItFailed(log: Log): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    const { status = 500 } = error as { status?: number };
    const isClients = status >= 400 && status < 500;
    if (!isClients) log.error({ requestId: requestIdOf(response), err: error }, "a request failed");
    if (response.headersSent) next(error);
    else
      response
        .status(isClients ? status : 500)
        .json({ message: isClients ? errors.not_found : errors.internal });
  };
}
