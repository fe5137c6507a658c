/** Ends the connections of a product at its database or at Redis, as an operator, a failover or a proxy does. */
import { Redis } from "ioredis";
import { openDatabase } from "~/models/store/sequelize/database";

export interface ConnectionKiller {
  /** Ends every connection of the product, and returns how many there were. */
  kill(): Promise<number>;
  close(): Promise<void>;
}

/** Of the database that `url` names, which no one but the product uses. */
export async function openDatabaseKiller(url: string): Promise<ConnectionKiller> {
  const database = await openDatabase({ url, timeoutMs: 10_000, poolSize: 1 });
  const kill = KILLS[database.dialect.name];
  if (!kill) throw new Error(`no connection of ${database.dialect.name} is killed`);
  return { kill: () => kill(database), close: () => database.close() };
}

type Database = Awaited<ReturnType<typeof openDatabase>>;

const KILLS: Record<string, ((database: Database) => Promise<number>) | undefined> = {
  async postgres({ select }) {
    const sql =
      "SELECT pg_terminate_backend(pid) AS killed FROM pg_stat_activity " +
      "WHERE datname = current_database() AND pid <> pg_backend_pid()";
    return (await select({ sql, bind: [] })).length;
  },
  async mysql({ select, sequelize }) {
    const sql =
      "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()";
    const found = await select({ sql, bind: [] });
    const connected = await sequelize();
    // One that has ended meanwhile is not found.
    await Promise.all(found.map(({ id }) => connected.query(`KILL ${Number(id)}`).catch(() => undefined)));
    return found.length;
  },
};

/** Of a server that no one but the product uses. */
export function openRedisKiller(url: string): ConnectionKiller {
  const redis = new Redis(url);
  redis.on("error", () => undefined);
  return {
    async kill() {
      const killed = await Promise.all([
        redis.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"),
        redis.call("CLIENT", "KILL", "TYPE", "pubsub", "SKIPME", "yes"),
      ]);
      return killed.reduce<number>((sum, count) => sum + Number(count), 0);
    },
    async close() {
      redis.disconnect();
    },
  };
}
