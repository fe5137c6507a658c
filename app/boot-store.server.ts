/** The database of a process, ready for use. */
import { ConfigError, type Config } from "./config.server";
import type { Log } from "./log.server";
import { openStore } from "./models/store/open-store";
import { RestoreUnfinishedError, type Store } from "./models/store/store";
import { insertShippedPlans } from "./services/billing/plans.server";

/** Opens the store, migrates it to the current schema and saves the shipped plans. */
export async function openPrepared(config: Config, log: Log): Promise<Store> {
  const store = await openDatabase(config, log);
  await store.migrate().catch(async (error: unknown) => {
    await store.close();
    throw error instanceof RestoreUnfinishedError
      ? new ConfigError(`DATABASE_URL: ${error.message}`, error)
      : error;
  });
  await insertShippedPlans(store);
  return store;
}

/** Opening the store sends no query, so a failure here means a wrong setting or a driver that is not installed. */
function openDatabase({ databaseUrl, databasePool }: Config, log: Log): Promise<Store> {
  const logMessage = (message: string, detail: Record<string, unknown>) => {
    log.info(detail, message);
  };
  return openStore(databaseUrl, { log: logMessage, poolSize: databasePool }).catch((cause: unknown) => {
    throw new ConfigError(`DATABASE_URL: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  });
}
