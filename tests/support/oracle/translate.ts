/** Oracle's forms of the store's statements in SQLite's. A form that Oracle does not have either is an error. */

/** The syntax that SQLite and others know, and Oracle does not. */
const FOREIGN = / LIMIT \d|`|\[|"\s+AS\s+"\w+"\s+(WHERE|JOIN|ORDER)|INDEXED BY|\$\d/;

export function toSqlite(sql: string): string {
  if (FOREIGN.test(sql)) throw new Error(`ORA-00933: SQL command not properly ended: ${sql}`);
  if (isLocking(sql) && / ROWS ONLY(?![^(]*\))/.test(sql))
    throw new Error("ORA-02014: cannot select FOR UPDATE from view with DISTINCT, GROUP BY, etc.");
  return unwrap(sql)
    .replaceAll(/:(\d+)/g, "?$1")
    .replaceAll(/ OFFSET (\d+) ROWS FETCH NEXT (\d+) ROWS ONLY/g, " LIMIT $2 OFFSET $1")
    .replace(/ FOR UPDATE$/, "")
    .replace("version_full FROM product_component_version FETCH FIRST 1 ROWS ONLY", "'19.3.0.0.0'")
    .replaceAll(/TO_CHAR\(SYS_EXTRACT_UTC\(("\w+")\), 'YYYY-MM-DD'\)/g, "SUBSTR($1, 1, 10)")
    .replaceAll(/VARCHAR2\(\d+ CHAR\)|TIMESTAMP\(3\) WITH LOCAL TIME ZONE|CLOB/g, "TEXT")
    .replaceAll(/NUMBER\(\d+\)/g, "INTEGER")
    .replace(" CASCADE CONSTRAINTS PURGE", "");
}

export function isLocking(sql: string): boolean {
  return sql.endsWith(" FOR UPDATE");
}

export function isSchemaChange(sql: string): boolean {
  return /^(CREATE|ALTER|DROP) /.test(unwrap(sql));
}

/** Answers what Sequelize asks about a table, in the columns that it reads; null for any other statement. */
export function toCatalogueQuery(sql: string): string | null {
  const [, table] = /TABLE_NAME = '(\w+)'/i.exec(sql) ?? [];
  if (sql.startsWith("SELECT atc.COLUMN_NAME"))
    return `SELECT name AS COLUMN_NAME, type AS DATA_TYPE, 'Y' AS NULLABLE FROM pragma_table_info('${table}')`;
  if (!sql.startsWith("SELECT i.index_name")) return null;
  return `SELECT i.name AS INDEX_NAME, '${table}' AS TABLE_NAME, c.name AS COLUMN_NAME,
    iif(i."unique", 'UNIQUE', 'NONUNIQUE') AS UNIQUENESS, 'ASC' AS DESCEND, NULL AS CONSTRAINT_TYPE
    FROM pragma_index_list('${table}') i, pragma_index_info(i.name) c`;
}

/** The statement in the block of PL/SQL that Sequelize puts around it. */
function unwrap(sql: string): string {
  const [, quoted] = /^BEGIN\s+EXECUTE IMMEDIATE '((?:[^']|'')*)'/.exec(sql) ?? [];
  return quoted === undefined ? sql : quoted.replaceAll("''", "'");
}
