/** The Redis server that tests can reach on this machine. Reads TEST_REDIS_URL. */
import { connect } from "node:net";

const REACH_TIMEOUT_MS = 3000;

export const redisUrl = new URL(process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379");
export const redisPort = Number(redisUrl.port || 6379);

/** Whether a server listens there. */
export function isRedisReached(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: redisUrl.hostname, port: redisPort, timeout: REACH_TIMEOUT_MS });
    const end = (isReached: boolean) => () => {
      socket.destroy();
      resolve(isReached);
    };
    socket.on("connect", end(true)).on("error", end(false)).on("timeout", end(false));
  });
}
