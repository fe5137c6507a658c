/** Rate limits for requests that do not run an operation. */
import type { RequestHandler } from "express";
import type { RateLimit } from "~/domain/rate-limits";
import { RequestError } from "./errors";

/** The part of the product's rate limiter that counts. */
export interface Counter {
  consume(limit: RateLimit, subject: string): Promise<unknown>;
}

/** The limiter's error. server.ts and the product are separate bundles, so its fields identify it, not its class. */
interface TooMany {
  status: 429;
  detail: { retryAfterSeconds: number };
}

/** Answers 429 with `Retry-After` to too many requests from one IP. It ignores proxies: its callers are on this machine. */
export function limitByIp(limiter: Counter, limit: RateLimit): RequestHandler {
  return (request, _response, next) => {
    const reject = (error: unknown) => {
      next(isTooMany(error) ? toRequestError(error) : error);
    };
    limiter.consume(limit, request.socket.remoteAddress ?? "").then(() => next(), reject);
  };
}

/** The body has the format of the payment provider, whose script shows the message. */
function toRequestError({ detail }: TooMany): RequestError {
  return new RequestError(429, "errors:rate_limited", {
    headers: { "Retry-After": String(detail.retryAfterSeconds) },
    toBody: (message) => ({ error: { type: "invalid_request_error", code: "rate_limit", message } }),
  });
}

function isTooMany(error: unknown): error is TooMany {
  return typeof error === "object" && error !== null && "status" in error && error.status === 429;
}
