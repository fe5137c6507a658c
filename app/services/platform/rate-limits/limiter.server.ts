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
  take(limit: RateLimit, subject: string): Promise<void>;
  /** Gives a try back: it turned out not to be one of those that are counted. */
  giveBack(limit: RateLimit, subject: string): Promise<void>;
}

/** One try, and by whom or what it is counted. */
export interface Try {
  limit: RateLimit;
  subject: string;
}

/** Takes all of these tries or none: what is refused uses up nothing, of nobody. Throws too_many. */
export async function takeAll(limiter: Limiter, tries: readonly Try[]): Promise<void> {
  const taken: Try[] = [];
  try {
    for (const one of tries) {
      await limiter.take(one.limit, one.subject);
      taken.push(one);
    }
  } catch (refusal) {
    await giveAllBack(limiter, taken);
    throw refusal;
  }
}

export async function giveAllBack(limiter: Limiter, tries: readonly Try[]): Promise<void> {
  for (const { limit, subject } of tries) await limiter.giveBack(limit, subject);
}

export function makeLimiter(redis: Redis | null): Limiter {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (limit: RateLimit) => {
    const known = limiters.get(limit.name) ?? build(limit, redis);
    limiters.set(limit.name, known);
    return known;
  };
  return {
    async take(limit, subject) {
      try {
        await limiterOf(limit).consume(keyOf(subject));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        await uncount(limiterOf(limit), subject);
        const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        const whose = limit.by === "user" ? { userId: subject } : {};
        const tried = { event: "too_many_tries", limit: limit.name, ...whose } as const;
        throw new AppError("too_many", "errors:rate_limited", { retryAfterSeconds, tried });
      }
    },
    async giveBack(limit, subject) {
      await uncount(limiterOf(limit), subject);
    },
  };
}

/**
 * Takes one attempt off the count. The period that it was counted in may have ended since, and then the new one has
 * nothing to take off: below zero, it would allow more attempts than the limit.
 */
async function uncount(limiter: RateLimiterAbstract, subject: string): Promise<void> {
  const { consumedPoints } = await limiter.reward(keyOf(subject));
  if (consumedPoints < 0) await limiter.penalty(keyOf(subject));
}

function build(limit: RateLimit, redis: Redis | null): RateLimiterAbstract {
  const options = { keyPrefix: `limit:${limit.name}`, points: limit.tries, duration: limit.seconds };
  const memory = new RateLimiterMemory(options);
  if (!redis) return memory;
  return new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory });
}

/** Addresses and mail addresses are not stored in the clear. */
function keyOf(subject: string): string {
  return hashToken(subject).slice(0, 32);
}
