/** Databases of MongoDB to test in: on the stand-in always, and on a server when TEST_MONGODB_URL names one. */
import { randomBytes } from "node:crypto";
import { MongoClient, type Db } from "mongodb";
import { startMongodbStandIn } from "./stand-in";

const REACH_TIMEOUT_MS = 3000;
const HOSTS_AND_NAME = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/;

/** An empty database. */
export interface EmptyDatabase {
  url: string;
  remove(): Promise<void>;
}

/** Each database has a stand-in of its own, which ends with it. */
export async function createOnStandIn(): Promise<EmptyDatabase> {
  const standIn = await startMongodbStandIn();
  return { url: standIn.getUrl("groundwork"), remove: () => standIn.close() };
}

/** Returns a database on the server that `serverUrl` names, which exists with its first collection. */
export function createOnMongodb(serverUrl: string): Promise<EmptyDatabase> {
  // Not by URL, which does not know a list of hosts.
  const url = serverUrl.replace(HOSTS_AND_NAME, `$1/gw_test_${randomBytes(6).toString("hex")}`);
  const remove = () =>
    withMongodb(url, async (db) => {
      await db.dropDatabase();
    });
  return Promise.resolve({ url, remove });
}

/** Throws when the server does not answer. */
export async function reachMongodb(url: string): Promise<void> {
  await withMongodb(url, (db) => db.command({ ping: 1 }));
}

/** Runs work on a database over a connection of its own. */
export async function withMongodb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: REACH_TIMEOUT_MS });
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}
