/** The connections to Redis, which holds the counts of rate limits and the queue of jobs for several processes. */
import { REDIS_COMMAND_TIMEOUT_MS, REDIS_CONNECT_TIMEOUT_MS } from "../domain/limits";
import type { Log } from "../log.server";

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

/**
 * The two connections of the job queue, as BullMQ's documentation asks for them: commands of requests fail soon, and
 * workers wait for as long as Redis is away. The jobs find out and log that it is, so errors need no line here.
 */
export async function connectJobQueue(url: string) {
  const { Redis } = await import("ioredis");
  const commands = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: REDIS_CONNECT_TIMEOUT_MS,
    commandTimeout: REDIS_COMMAND_TIMEOUT_MS,
  });
  const workers = new Redis(url, { maxRetriesPerRequest: null, connectTimeout: REDIS_CONNECT_TIMEOUT_MS });
  for (const connection of [commands, workers]) connection.on("error", () => undefined);
  return { commands, workers };
}
