/** Rate limits for requests that do not run an operation. */
import type { Request, RequestHandler } from "express";
import type { RateLimit } from "~/domain/rate-limits";
import { toRetryMessage } from "~/domain/retry";
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

interface IpLimitOptions {
  /** By default where the connection comes from, whatever proxies say: for callers on this machine. */
  getIp?: (request: Request) => string;
  /** The body of the refusal; `{ message }` by default. */
  toBody?: (message: string) => unknown;
}

/** Answers 429 with `Retry-After` to too many requests from one IP. */
export function limitByIp(
  limiter: Counter,
  limit: RateLimit,
  { getIp = ({ socket }) => socket.remoteAddress ?? "", ...answer }: IpLimitOptions = {},
): RequestHandler {
  return (request, _response, next) => {
    const reject = (error: unknown) => {
      next(isTooMany(error) ? toRequestError(error, answer) : error);
    };
    limiter.consume(limit, getIp(request)).then(() => next(), reject);
  };
}

function toRequestError({ detail }: TooMany, answer: Pick<IpLimitOptions, "toBody">): RequestError {
  const headers = { "Retry-After": String(detail.retryAfterSeconds) };
  return new RequestError(429, toRetryMessage(detail.retryAfterSeconds), { headers, ...answer });
}

function isTooMany(error: unknown): error is TooMany {
  return typeof error === "object" && error !== null && "status" in error && error.status === 429;
}
