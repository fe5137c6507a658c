/** Rate limits, counted in memory, or in Redis when several processes share them. When Redis fails, memory takes over. */
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import type { Redis } from "ioredis";
import { AppError } from "~/domain/errors";
import type { LimitUse, RateLimit } from "~/domain/rate-limits";
import { toRetryMessage } from "~/domain/retry";
import type { AppSecrets } from "../crypto/hash-keys.server";

export interface Limiter {
  /**
   * Counts one attempt of `subject`, and returns what is left. Throws too_many when the limit is exceeded, and then does
   * not count it.
   */
  consume(limit: RateLimit, subject: string): Promise<LimitUse>;
  /** Takes an attempt off the count, because the limit does not count attempts of its kind. */
  refund(limit: RateLimit, subject: string): Promise<void>;
}

/** One attempt, and what it is counted by. */
export interface LimitHit {
  limit: RateLimit;
  subject: string;
}

/**
 * Consumes all of these attempts or none: a rejected request does not consume any limit. Returns what is left of each
 * limit. Throws too_many.
 */
export async function consumeAll(limiter: Limiter, hits: readonly LimitHit[]): Promise<LimitUse[]> {
  const uses: LimitUse[] = [];
  try {
    for (const { limit, subject } of hits) uses.push(await limiter.consume(limit, subject));
  } catch (refusal) {
    await refundAll(limiter, hits.slice(0, uses.length));
    throw refusal;
  }
  return uses;
}

export async function refundAll(limiter: Limiter, hits: readonly LimitHit[]): Promise<void> {
  for (const { limit, subject } of hits) await limiter.refund(limit, subject);
}

/** The counts that the processes of an installation share. */
interface SharedCounts {
  redis: Redis;
  /** Begins the names of all keys, so that installations that share a Redis count apart. */
  prefix: string;
}

/** Counts in memory, or in `shared` if given. */
export function createLimiter(
  secrets: Pick<AppSecrets, "hash">,
  shared: SharedCounts | null = null,
): Limiter {
  const limiters = new Map<string, RateLimiterAbstract>();
  const getLimiter = (limit: RateLimit) => {
    const known = limiters.get(limit.name) ?? createRateLimiter(limit, shared);
    limiters.set(limit.name, known);
    return known;
  };
  // IPs and emails are few enough to be tried out, so without the key nothing in Redis can be compared with them.
  const toKey = (subject: string) => secrets.hash("limit", subject).slice(0, KEY_LENGTH);
  return {
    async consume(limit, subject) {
      const key = toKey(subject);
      try {
        return toLimitUse(limit, await getLimiter(limit).consume(key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        await decrement(getLimiter(limit), key);
        const limitUse = toLimitUse(limit, refusal);
        const { resetSeconds: retryAfterSeconds } = limitUse;
        const user = limit.by === "user" ? { userId: subject } : {};
        const failedAttempt = { event: "too_many_tries", limit: limit.name, ...user } as const;
        const message = toRetryMessage(retryAfterSeconds);
        throw new AppError("too_many", message, { retryAfterSeconds, limitUse, failedAttempt });
      }
    },
    async refund(limit, subject) {
      await decrement(getLimiter(limit), toKey(subject));
    },
  };
}

function toLimitUse(limit: RateLimit, { remainingPoints, msBeforeNext }: RateLimiterRes): LimitUse {
  return {
    limit,
    remaining: Math.max(0, remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}

/**
 * Takes one attempt off the count. When the period in which it was counted has ended, the new period's count would
 * become negative and allow more attempts than the limit, so it is put back to zero.
 */
async function decrement(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const { consumedPoints } = await limiter.reward(key);
  if (consumedPoints < 0) await limiter.penalty(key);
}

function createRateLimiter(limit: RateLimit, shared: SharedCounts | null): RateLimiterAbstract {
  const options = { keyPrefix: limit.name, points: limit.attempts, duration: limit.seconds };
  const memory = new RateLimiterMemory(options);
  if (!shared) return memory;
  const keyPrefix = `${shared.prefix}:${limit.name}`;
  return new RateLimiterRedis({ ...options, keyPrefix, storeClient: shared.redis, insuranceLimiter: memory });
}

/** Of base64url: 132 bits. */
const KEY_LENGTH = 22;
