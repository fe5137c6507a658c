/** A database's schema as the database itself describes it, to compare before and after. */
import { openDatabase, type Database } from "~/models/store/sequelize/database";
import type { DialectName } from "~/models/store/sequelize/dialects";

const DUMPS: Record<DialectName, readonly string[]> = {
  sqlite: ["SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"],
  postgres: [
    // PostgreSQL never reuses the position of a dropped column: only the order counts.
    `SELECT table_name, ROW_NUMBER() OVER (PARTITION BY table_name ORDER BY ordinal_position) AS place, column_name,
       data_type, character_maximum_length, datetime_precision, is_nullable, column_default, collation_name
     FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`,
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY tablename, indexname",
  ],
  mysql: [
    `SELECT table_name, ordinal_position, column_name, column_type, is_nullable, column_default, collation_name
     FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`,
    `SELECT table_name, index_name, seq_in_index, column_name, non_unique
     FROM information_schema.statistics WHERE table_schema = DATABASE() ORDER BY table_name, index_name, seq_in_index`,
    "SELECT table_name, engine, table_collation FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1",
  ],
  mssql: [
    `SELECT table_name, column_name, data_type, character_maximum_length, datetime_precision, is_nullable,
       column_default, collation_name
     FROM information_schema.columns ORDER BY table_name, ordinal_position`,
    `SELECT OBJECT_NAME(i.object_id) AS table_name, i.name, i.is_unique, c.key_ordinal,
       COL_NAME(c.object_id, c.column_id) AS column_name
     FROM sys.indexes i JOIN sys.index_columns c ON c.object_id = i.object_id AND c.index_id = i.index_id
     JOIN sys.tables t ON t.object_id = i.object_id WHERE i.is_primary_key = 0 ORDER BY 1, 2, 4`,
  ],
  oracle: [
    `SELECT table_name, column_name, data_type, char_length, data_precision, data_scale, nullable
     FROM user_tab_columns WHERE table_name != 'migration_lock' ORDER BY table_name, column_id`,
    `SELECT i.table_name, i.index_name, i.uniqueness, c.column_position, c.column_name
     FROM user_indexes i JOIN user_ind_columns c ON c.index_name = i.index_name
     WHERE i.index_name NOT LIKE 'SYS%' ORDER BY 1, 2, 4`,
  ],
};

interface OpenDatabase extends Pick<Database, "dialect"> {
  sequelize: Awaited<ReturnType<Database["sequelize"]>>;
}

export async function dumpSchema(url: string): Promise<unknown[]> {
  return withDatabase(url, async ({ sequelize, dialect }) => {
    const parts: unknown[] = [];
    for (const sql of DUMPS[dialect.name]) parts.push((await sequelize.query(sql))[0]);
    return parts;
  });
}

/** Runs work on the test store's database over a connection of its own. */
export async function withDatabase<T>(url: string, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url, timeoutMs: 5000, poolSize: 1 });
  try {
    return await work({ dialect: database.dialect, sequelize: await database.sequelize() });
  } finally {
    await database.close();
  }
}
