/** Errors of the middleware, and the response to everything that fails outside of Remix. */
import type { IncomingHttpHeaders } from "node:http";
import type { ErrorRequestHandler } from "express";
import type { Message } from "~/domain/messages";
import type { Log } from "~/log.server";
import { getRequestId } from "./request-log";

interface Answer {
  headers?: Record<string, string>;
  /** A status of 500 or more that is no failure: it is not logged as one. */
  isExpected?: boolean;
  /** `{ message }` as JSON by default. */
  toBody?: (message: string) => unknown;
}

/** Middleware passes it to `next`. The client gets the status, and the message in the language of the request. */
export class RequestError extends Error {
  readonly status: number;
  readonly messageKey: Message;
  readonly answer: Answer;

  constructor(status: number, messageKey: Message, answer: Answer = {}) {
    super(`${status}: ${messageKey}`);
    this.name = "RequestError";
    this.status = status;
    this.messageKey = messageKey;
    this.answer = answer;
  }
}

export interface ErrorOptions {
  log: Log;
  toMessage(key: Message, headers: IncomingHttpHeaders): Promise<string>;
}

/** Answers without a stack trace or the message of a library. An error that the client did not cause is logged. */
export function handleErrors({ log, toMessage }: ErrorOptions): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const { status, messageKey, answer } = toRequestError(error);
    if (status >= 500 && !answer.isExpected)
      log.error({ requestId: getRequestId(response), err: error }, "a request failed");
    if (response.headersSent) {
      next(error);
      return;
    }
    const { headers = {}, toBody = (message: string) => ({ message }) } = answer;
    toMessage(messageKey, request.headers)
      .then((message) => response.status(status).set(headers).send(toBody(message)))
      .catch(next);
  };
}

/** Express rejects a malformed path with 400 and a missing file with 404. */
function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const { status = 500 } = error as { status?: number };
  const isCausedByClient = status >= 400 && status < 500;
  return isCausedByClient
    ? new RequestError(status, "errors:not_found")
    : new RequestError(500, "errors:internal");
}
