/** Tries whether the product may create tables in a database. */
import { randomBytes } from "node:crypto";
import { pin, type Database } from "./database";
import { toStoreError } from "./errors";

/** Its name is new each time, because a process that was killed meanwhile has left its table. */
export async function tryTable(database: Database): Promise<void> {
  const name = `tried_${randomBytes(6).toString("hex")}`;
  const sequelize = await database.sequelize();
  try {
    const lease = await database.lease();
    try {
      const transaction = await pin(sequelize, lease.connection);
      for (const sql of [`CREATE TABLE ${name} (id INTEGER)`, `DROP TABLE ${name}`])
        await sequelize.query(sql, { transaction });
    } finally {
      lease.release();
    }
  } catch (error) {
    throw toStoreError(error);
  }
}
