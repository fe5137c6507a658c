/** The connection to Redis, which stores the counts of rate limits for several processes. */
import { REDIS_COMMAND_TIMEOUT_MS, REDIS_CONNECT_TIMEOUT_MS } from "./domain/limits";
import type { Log } from "./log.server";

/** Limits the wait for Redis: a call fails soon when Redis is unavailable, and the caller counts in memory instead. */
export async function connectRedis(url: string, log: Log) {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: REDIS_CONNECT_TIMEOUT_MS,
    commandTimeout: REDIS_COMMAND_TIMEOUT_MS,
  });
  let isAway = false;
  redis.on("ready", () => {
    isAway = false;
  });
  // ioredis emits an error for each failed reconnect. One log line is enough.
  redis.on("error", (error: Error) => {
    if (!isAway) log.warn({ err: error }, "Redis is away");
    isAway = true;
  });
  return redis;
}
