/** How the names of an installation's keys in Redis begin. Installations may share a Redis, and must not meet in it. */
import { REDIS_PREFIX } from "~/domain/stored-names";
import type { App } from "./app.server";

/** The product's uses of Redis. */
type RedisUse = "jobs" | "limits";

/** The same in every process that shares a database and the secret, and in no other installation; also after a new secret. */
export function createRedisPrefix(
  { config, secrets }: { config: Pick<App["config"], "databaseUrl">; secrets: Pick<App["secrets"], "hash"> },
  use: RedisUse,
): string {
  const withoutCredentials = config.databaseUrl.replace(/\/\/[^/]*@/, "//");
  return `${REDIS_PREFIX}-${use}:${secrets.hash(use, withoutCredentials)}`;
}
