/** Rate limits for what does not pass through an operation. */
import type { RequestHandler } from "express";
import type { RateLimit } from "~/domain/rate-limits";
import { RequestError } from "./errors";

/** The part of the product's rate limiter that counts. */
export interface Counter {
  consume(limit: RateLimit, subject: string): Promise<void>;
}

/** The limiter's error. The server and the product are bundled apart, so it is recognised by its fields, not by its class. */
interface TooMany {
  status: 429;
  detail: { retryAfterSeconds: number };
}

/** 429 with `Retry-After` for too many requests from one IP. For callers without a proxy in front of the server. */
export function limitByIp(limiter: Counter, limit: RateLimit): RequestHandler {
  return (request, _response, next) => {
    const reject = (error: unknown) => {
      next(isTooMany(error) ? toRequestError(error) : error);
    };
    limiter.consume(limit, request.socket.remoteAddress ?? "").then(() => next(), reject);
  };
}

/** With the body that the payment provider sends: its script shows the message. */
function toRequestError({ detail }: TooMany): RequestError {
  return new RequestError(429, "errors:rate_limited", {
    headers: { "Retry-After": String(detail.retryAfterSeconds) },
    toBody: (message) => ({ error: { type: "invalid_request_error", code: "rate_limit", message } }),
  });
}

function isTooMany(error: unknown): error is TooMany {
  return typeof error === "object" && error !== null && "status" in error && error.status === 429;
}
