/** A migrated store on a stand-in of its own, for the tests of one file. */
import { openStore } from "~/models/store/open-store";
import type { OpenStore } from "~/models/store/database";
import { startMongodbStandIn, type MongodbStandIn } from "./stand-in";

export const STATEMENT_TIMEOUT_MS = 1000;
export const POOL_SIZE = 3;

/** Opens it with short timeouts and few connections. */
export async function openOnStandIn(): Promise<{ store: OpenStore; standIn: MongodbStandIn }> {
  const standIn = await startMongodbStandIn();
  const options = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, poolSize: POOL_SIZE };
  const store = await openStore(standIn.getUrl("groundwork"), options);
  await store.migrate();
  return { store, standIn };
}
