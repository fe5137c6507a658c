/**
 * An upgrade without downtime: while new processes start, old ones serve on the schema that the new ones have migrated. So a
 * migration may only add what the version before does not notice. What it takes away is listed here with a reason.
 */
import { expect, test } from "vitest";
import { indexName } from "~/models/store/names";
import type { AddedColumns, Migration, Schema, Table } from "~/models/store/schema";
import { MIGRATIONS } from "./index";

const UNUSED = "no statement used the index";
const REPLACED = "a longer index begins with its columns, and no statement before named an index";
/** An event that the version before cannot store is not lost, but late. */
const REPEATED =
  "an event that the version before cannot store is answered with an error, and the provider sends it again";

/**
 * Changes that an old version can notice, and why the version before each did not. A migration that takes away what the last
 * release still uses belongs in the release after: first the code stops using it.
 */
const HARMLESS: Record<string, string> = {
  "0008-indexes drops events_name_created_at_index": UNUSED,
  "0008-indexes drops invites_email_index": UNUSED,
  "0008-indexes drops sessions_parent_id_index": UNUSED,
  "0012-cards-and-invoices drops webhook_events": REPEATED,
  "0012-cards-and-invoices creates webhook_events again": REPEATED,
  "0017-members-sorted drops memberships_account_id_created_at_index": REPLACED,
  "0017-members-sorted drops memberships_account_id_name_key_index": REPLACED,
  "0017-members-sorted drops memberships_account_id_email_index": REPLACED,
};

/** Lists the changes of a migration to the tables that were there before it, as far as an old version can notice. */
async function listBreaks(
  { name, up }: Pick<Migration, "name" | "up">,
  existing: Set<string>,
): Promise<string[]> {
  const breaks: string[] = [];
  const created = new Set<string>();
  const addedColumns = new Set<string>();
  const note = (what: string) => void breaks.push(`${name} ${what}`);
  const noteUnique = (table: string, { unique = [] }: Pick<Table, "unique">) => {
    for (const columns of unique) note(`makes ${table}(${columns.join(", ")}) unique`);
  };
  const schema: Schema = {
    createTable(table) {
      created.add(table);
      return Promise.resolve();
    },
    dropTable: async (table) => note(`drops ${table}`),
    async addColumns(table, added: AddedColumns & Pick<Table, "unique">) {
      for (const [column, { nullable }] of Object.entries(added.columns)) {
        addedColumns.add(`${table}.${column}`);
        if (!nullable && !created.has(table)) note(`adds ${table}.${column}, which is not null`);
      }
      if (!created.has(table)) noteUnique(table, added);
    },
    async dropColumns(table, { columns }) {
      for (const column of Object.keys(columns)) note(`drops ${table}.${column}`);
    },
    addIndexes: () => Promise.resolve(),
    async dropIndexes(table, indexes) {
      for (const columns of indexes) note(`drops ${indexName(table, columns, "index")}`);
    },
    async fillLowerCase(table, column) {
      if (!addedColumns.has(`${table}.${column}`)) note(`changes ${table}.${column}`);
    },
    async fillFrom(table, column) {
      if (!addedColumns.has(`${table}.${column}`)) note(`changes ${table}.${column}`);
    },
  };
  await up(schema);
  for (const table of created) {
    if (existing.has(table)) note(`creates ${table} again`);
    existing.add(table);
  }
  return breaks;
}

test("no migration takes away or changes what the version before it uses, but for what is listed with a reason", async () => {
  const existing = new Set<string>();
  const found: string[] = [];
  for (const migration of MIGRATIONS) found.push(...(await listBreaks(migration, existing)));
  expect(found.sort()).toEqual(Object.keys(HARMLESS).sort());
});

test("a migration that drops, changes, or demands a value of old rows would be found", async () => {
  const breaking: Pick<Migration, "name" | "up"> = {
    name: "9999",
    async up(schema) {
      await schema.dropTable("mails");
      await schema.dropColumns("users", { columns: { name: { type: "text", nullable: true } } });
      await schema.addColumns("users", { columns: { phone: { type: "text", nullable: false } } });
      await schema.dropIndexes("users", [["email"]]);
      await schema.fillLowerCase("users", "email", "email");
    },
  };
  expect(await listBreaks(breaking, new Set())).toEqual([
    "9999 drops mails",
    "9999 drops users.name",
    "9999 adds users.phone, which is not null",
    "9999 drops users_email_index",
    "9999 changes users.email",
  ]);
});
