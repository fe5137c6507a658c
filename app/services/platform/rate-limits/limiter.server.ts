/** Rate limits, kept in memory, or in Redis for several processes; should Redis fail, memory takes over. */
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import type { Redis } from "ioredis";
import { AppError } from "~/domain/errors";
import type { RateLimit } from "~/domain/rate-limits";
import { hashToken } from "../crypto/secrets.server";

export interface Limiter {
  /** Counts one try of `subject`; throws `too_many` when the limit is passed, and does not count that one. */
  consume(limit: RateLimit, subject: string): Promise<void>;
  /** Gives a try back: it turned out not to be one of those that are counted. */
  refund(limit: RateLimit, subject: string): Promise<void>;
}

/** One try, and by whom or what it is counted. */
export interface LimitHit {
  limit: RateLimit;
  subject: string;
}

/** Takes all of these tries or none: what is refused uses up nothing, of nobody. Throws too_many. */
export async function consumeAll(limiter: Limiter, hits: readonly LimitHit[]): Promise<void> {
  const taken: LimitHit[] = [];
  try {
    for (const one of hits) {
      await limiter.consume(one.limit, one.subject);
      taken.push(one);
    }
  } catch (refusal) {
    await refundAll(limiter, taken);
    throw refusal;
  }
}

export async function refundAll(limiter: Limiter, hits: readonly LimitHit[]): Promise<void> {
  for (const { limit, subject } of hits) await limiter.refund(limit, subject);
}

export function createLimiter(redis: Redis | null): Limiter {
  const limiters = new Map<string, RateLimiterAbstract>();
  const getLimiter = (limit: RateLimit) => {
    const known = limiters.get(limit.name) ?? createRateLimiter(limit, redis);
    limiters.set(limit.name, known);
    return known;
  };
  return {
    async consume(limit, subject) {
      try {
        await getLimiter(limit).consume(hashSubject(subject));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        await decrement(getLimiter(limit), subject);
        const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        const whose = limit.by === "user" ? { userId: subject } : {};
        const tried = { event: "too_many_tries", limit: limit.name, ...whose } as const;
        throw new AppError("too_many", "errors:rate_limited", { retryAfterSeconds, failedAttempt: tried });
      }
    },
    async refund(limit, subject) {
      await decrement(getLimiter(limit), subject);
    },
  };
}

/**
 * Takes one attempt off the count. The period that it was counted in may have ended since, and then the new one has
 * nothing to take off: below zero, it would allow more attempts than the limit.
 */
async function decrement(limiter: RateLimiterAbstract, subject: string): Promise<void> {
  const { consumedPoints } = await limiter.reward(hashSubject(subject));
  if (consumedPoints < 0) await limiter.penalty(hashSubject(subject));
}

function createRateLimiter(limit: RateLimit, redis: Redis | null): RateLimiterAbstract {
  const options = { keyPrefix: `limit:${limit.name}`, points: limit.attempts, duration: limit.seconds };
  const memory = new RateLimiterMemory(options);
  if (!redis) return memory;
  return new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory });
}

/** Addresses and mail addresses are not stored in the clear. */
function hashSubject(subject: string): string {
  return hashToken(subject).slice(0, 32);
}
