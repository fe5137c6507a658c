/** Faults of Redis, which holds rate limits and the jobs' schedule. */
import { STORES, type Kind, type UnderTraffic } from "../kind";
import type { RedisServer } from "../../support/redis-server";
import type { Stage } from "../stage";

const HANG_SECONDS = 12;

export const REDIS_KINDS: readonly Kind[] = [
  describe({
    ...{ id: "redis-down", name: "Redis is down" },
    harm: async (stage) => {
      await getRedis(stage).stop();
      return () => getRedis(stage).start();
    },
  }),
  describe({
    ...{ id: "redis-hang", name: "Redis answers nothing (CLIENT PAUSE)", seconds: HANG_SECONDS },
    harm: async (stage) => {
      await getRedis(stage).pause(HANG_SECONDS * 1000);
      return () => undefined;
    },
  }),
  describe({
    ...{ id: "redis-full", name: "the memory of Redis is full, and it refuses writes" },
    harm: async (stage) => {
      await getRedis(stage).limitMemory(true);
      return () => getRedis(stage).limitMemory(false);
    },
  }),
  describe({
    ...{ id: "redis-flush", name: "Redis loses everything that it holds" },
    harm: async (stage) => {
      await getRedis(stage).flush();
      return () => undefined;
    },
  }),
];

interface NamedFault extends Pick<UnderTraffic, "harm" | "seconds"> {
  id: string;
  name: string;
}

function describe({ id, name, ...fault }: NamedFault): Kind {
  return {
    ...{ id, name, group: "redis", stores: STORES },
    way: { by: "traffic", allows: "unavailable", needs: { redis: true }, ...fault },
  };
}

function getRedis({ redis }: Stage): RedisServer {
  if (!redis) throw new Error("the stage has no Redis");
  return redis;
}
