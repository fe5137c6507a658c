/** Opens the store that a database URL names, and loads only what that database needs. */
import type { OpenStore, StoreOptions } from "./database";

const SQL = new Set(["sqlite", "postgres", "postgresql", "mysql", "mariadb", "mssql", "oracle"]);
const MONGODB = new Set(["mongodb", "mongodb+srv"]);

/**
 * Throws an Error that says what is wrong with the URL. The database may be unavailable, because it is not
 * contacted.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<OpenStore> {
  const scheme = /^([a-z]+(?:\+srv)?):/.exec(url)?.[1] ?? "";
  if (SQL.has(scheme)) {
    const { openSequelizeStore } = await import("./sequelize/sequelize-store");
    return openSequelizeStore({ url, ...options });
  }
  if (MONGODB.has(scheme)) {
    const { openMongodbStore } = await import("./mongodb/mongodb-store");
    return openMongodbStore({ url, ...options });
  }
  const known = [...SQL, ...MONGODB].map((name) => `${name}:`).join(" ");
  throw new Error(`the database URL must begin with one of ${known}`);
}
