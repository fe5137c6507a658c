/** The database of a process, ready for use. */
import type { Config } from "../config/config.server";
import type { Log } from "../log.server";
import { tryEventWrite } from "../models/event.server";
import { MIGRATED, type OpenStore } from "../models/store/database";
import { openStore } from "../models/store/open-store";
import { closeSetupOfVerifiedUsers } from "../models/user.server";
import { insertShippedPlans } from "../services/billing/plans/plans.server";
import { toConfigError } from "./failure.server";

/** Opens the store, migrates it to the current schema, and writes what a previous version has not. Throws ConfigError. */
export function openPrepared(config: Config, log: Log): Promise<OpenStore> {
  return openWith(config, log, async (store) => {
    await store.migrate();
    await insertShippedPlans(store);
    await closeSetupOfVerifiedUsers(store);
  });
}

/** Opens the store and migrates it to the current schema. Throws ConfigError. */
export function openMigrated(config: Config, log: Log): Promise<OpenStore> {
  return openWith(config, log, (store) => store.migrate());
}

async function openWith(
  { databaseUrl, databasePool }: Config,
  log: Log,
  prepare: (store: OpenStore) => Promise<void>,
): Promise<OpenStore> {
  const { logMessage, summarize } = createStoreLog(log);
  let store: OpenStore | undefined;
  try {
    // It sends no query, so a failure means a wrong setting or a driver that is not installed.
    store = await openStore(databaseUrl, {
      log: logMessage,
      poolSize: databasePool,
      tryWrite: tryEventWrite,
    });
    await prepare(store);
    summarize();
    return store;
  } catch (error) {
    await store?.close();
    throw toConfigError("DATABASE_URL", error);
  }
}

/** Of a database without tables. */
const FIRST_MIGRATION = "0001-";

/** An upgrade has a line for each migration. Those of a new database have one together: thirty would fill a terminal. */
function createStoreLog(log: Log) {
  let migrations = 0;
  return {
    logMessage(message: string, detail: Record<string, unknown>): void {
      const isOfNewTables = migrations > 0 || String(detail.name).startsWith(FIRST_MIGRATION);
      if (message === MIGRATED && isOfNewTables) migrations += 1;
      else log.info(detail, message);
    },
    summarize(): void {
      if (migrations > 0) log.info({ migrations }, "the tables were made");
    },
  };
}
