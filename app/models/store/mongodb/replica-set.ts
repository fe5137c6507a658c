/** Checks that the server has transactions. */
import type { MongoDatabase } from "./connection";
import { REPLICA_SET_NEEDED, toStoreError } from "./errors";

/** Throws an Error that says what to do when the server belongs neither to a replica set nor to a sharded cluster. */
export async function requireReplicaSet({ connect }: MongoDatabase): Promise<void> {
  const hello = await connect()
    .then((db) => db.command({ hello: 1 }))
    .catch((error: unknown) => {
      throw toStoreError(error, "hello");
    });
  if (hello.setName === undefined && hello.msg !== "isdbgrid") throw new Error(REPLICA_SET_NEEDED);
}
