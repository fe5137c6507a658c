/**
 * An upgrade without downtime: the version before still writes to the schema that the new one has migrated. The rows of each
 * previous schema, with its columns and no others, are inserted into the present one.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "~/models/store/open-store";
import { migrateDown } from "~/models/store/sequelize/migrate";
import { MIGRATIONS } from "../../migrations";
import { withDatabase } from "./schema-dump";

interface Column {
  name: string;
  type: string;
}

type Tables = Map<string, Column[]>;

/**
 * The tables that a previous version cannot write, and until which migration. That version answers the payment provider with
 * an error, and the provider sends the event again: migrations/index.test.ts.
 */
const REPLACED_TABLES = new Map([["webhook_events", "0012-cards-and-invoices"]]);

let folder: string;
let url: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "old-version-"));
  url = `sqlite:${join(folder, "app.db")}`;
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the present schema accepts the rows of every previous one", async () => {
  const store = await openStore(url);
  await store.migrate();
  const previous = new Map<string, Tables>();
  for (const { name } of MIGRATIONS.slice(1).toReversed()) {
    await migrateDown(url, { to: name });
    previous.set(name, await readTables());
  }
  await store.migrate();
  await store.close();
  const { inserted, refused } = await insertRows(previous);
  expect(refused).toEqual([]);
  expect(inserted).toBeGreaterThan(10 * MIGRATIONS.length);
});

/** Inserts a row into each table of each previous schema, by the name of the migration after it. */
function insertRows(previous: ReadonlyMap<string, Tables>) {
  const rows = [...previous].flatMap(([before, tables]) =>
    [...tables].map(([table, columns]) => ({ before, table, columns })),
  );
  const known = rows.filter(({ before, table }) => before > (REPLACED_TABLES.get(table) ?? ""));
  return withDatabase(url, async ({ sequelize }) => {
    const refused: string[] = [];
    await sequelize.query("PRAGMA synchronous = OFF");
    for (const [place, { before, table, columns }] of known.entries()) {
      const { sql, bind } = createInsert(table, columns, place);
      await sequelize.query(sql, { bind }).catch((error: unknown) => {
        refused.push(`the version before ${before} cannot insert into ${table}: ${String(error)}`);
      });
    }
    return { inserted: known.length, refused };
  });
}

function readTables(): Promise<Tables> {
  return withDatabase(url, async ({ sequelize }) => {
    const [rows] = await sequelize.query(
      `SELECT tables.name AS "table", columns.name, columns.type
       FROM sqlite_master tables JOIN pragma_table_info(tables.name) columns
       WHERE tables.type = 'table' AND tables.name <> 'migrations'`,
    );
    const found: Tables = new Map();
    for (const { table, ...column } of rows as (Column & { table: string })[])
      found.set(table, [...(found.get(table) ?? []), column]);
    return found;
  });
}

/** `place` makes the texts unique, where a unique constraint wants that. */
function createInsert(table: string, columns: readonly Column[], place: number) {
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const marks = columns.map((_, index) => `$${index + 1}`).join(", ");
  const bind = columns.map(({ type }) => {
    if (/CHAR|TEXT/.test(type)) return `value ${place}`;
    return type === "DATETIME" ? "2026-01-01T00:00:00.000Z" : place;
  });
  return { sql: `INSERT INTO "${table}" (${names}) VALUES (${marks})`, bind };
}
