/** Rate limits for what does not pass through an operation. */
import type { RequestHandler } from "express";
import type { RateLimit } from "~/domain/rate-limits";
import errors from "~/i18n/en/errors.json";

/** The part of the product's limiter that counts. */
export interface Counter {
  take(limit: RateLimit, subject: string): Promise<void>;
}

/** What the limiter throws. The server and the product are bundled apart, so it is known by its fields, not by its class. */
interface Refusal {
  status: 429;
  detail: { retryAfterSeconds: number };
}

/** 429 with `Retry-After` for a peer that comes too often. For callers without a proxy in front of them. */
export function limitByPeer(limiter: Counter, limit: RateLimit): RequestHandler {
  return (request, response, next) => {
    const refuse = (error: unknown) => {
      if (!isRefusal(error)) {
        next(error);
        return;
      }
      response.status(429).set("Retry-After", String(error.detail.retryAfterSeconds)).json({ error: BODY });
    };
    limiter.take(limit, request.socket.remoteAddress ?? "").then(() => next(), refuse);
  };
}

/** As the payment provider answers; its script shows the message. */
const BODY = { type: "invalid_request_error", code: "rate_limit", message: errors.rate_limited };

function isRefusal(error: unknown): error is Refusal {
  return typeof error === "object" && error !== null && "status" in error && error.status === 429;
}
