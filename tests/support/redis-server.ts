/** A Redis server of the test's own, which it may stop and empty. */
import { spawn, type ChildProcess } from "node:child_process";
import { Redis } from "ioredis";
import { endProcess } from "./child-process";
import { findFreePort } from "./free-port";

export interface RedisServer {
  url: string;
  /** Deletes everything in it. */
  flush(): Promise<void>;
  /** Ends it at once. What it held is lost. */
  stop(): Promise<void>;
  /** Answers nothing for so many milliseconds, and keeps its connections. */
  pause(ms: number): Promise<void>;
  /** Takes no more writes, as when its memory is full; or does again. */
  limitMemory(isFull: boolean): Promise<void>;
  start(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    child = spawn("redis-server", settings, { stdio: "ignore", cwd: "/tmp" });
    await command(url, (redis) => redis.ping());
  };
  await start();
  return {
    url,
    start,
    flush: () => command(url, (redis) => redis.flushall()),
    pause: (ms) => command(url, (redis) => redis.client("PAUSE", ms, "ALL")),
    limitMemory: (isFull) => command(url, (redis) => redis.config("SET", "maxmemory", isFull ? "1" : "0")),
    stop: async () => (child ? endProcess(child, "SIGKILL") : undefined),
  };
}

/** Waits for the server while it starts. */
async function command(url: string, send: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = new Redis(url, { retryStrategy: () => 20 });
  redis.on("error", () => undefined);
  await send(redis);
  redis.disconnect();
}
