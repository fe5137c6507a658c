/** Lets the processes of an installation know of new settings, through Redis. Without it they read them at their next start. */
import { randomUUID } from "node:crypto";
import type { Config } from "../config/config.server";
import { REDIS_PREFIX } from "../domain/stored-names";
import type { Log } from "../log.server";
import { createSecrets } from "../crypto/secrets.server";
import { connectJobQueue } from "./redis.server";

export interface SettingsNotices {
  /** Lets the others know. Never throws. */
  announce(): void;
  close(): void;
}

/** Calls `onChange` when another process has announced a change. */
export async function watchSettings(
  config: Config,
  log: Log,
  onChange: () => void,
): Promise<SettingsNotices> {
  const { redisUrl } = config;
  if (redisUrl === null) return { announce: () => undefined, close: () => undefined };
  const own = randomUUID();
  // The same in every process with this secret, and in no other installation that shares the Redis.
  const channel = `${REDIS_PREFIX}-settings:${createSecrets(config).sign("settings", "changed")}`;
  const { commands, workers: receiver } = await connectJobQueue(redisUrl);
  receiver.on("message", (_channel, sender) => {
    if (sender !== own) onChange();
  });
  // It waits for as long as Redis is away, and so does nothing else.
  receiver.subscribe(channel).catch((error: unknown) => {
    log.warn({ err: error }, "changes of settings cannot be received");
  });
  return {
    announce() {
      commands.publish(channel, own).catch((error: unknown) => {
        log.warn({ err: error }, "other processes could not be notified of new settings");
      });
    },
    close() {
      for (const connection of [commands, receiver]) connection.disconnect();
    },
  };
}
