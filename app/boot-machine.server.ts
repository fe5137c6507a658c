/** What the metrics read of this machine. */
import type { Config } from "./config.server";
import { findLastBackup } from "./services/backup/last-backup.server";
import type { Machine } from "./services/platform/metrics/machine.server";

export function toMachine(
  { dataDir }: Pick<Config, "dataDir">,
  redis: { ping(): Promise<unknown> } | null,
): Machine {
  return {
    dataDir,
    pingRedis: redis && (() => redis.ping()),
    findLastBackup: () => findLastBackup(dataDir),
  };
}
