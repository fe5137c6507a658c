/**
 * Changes collections for migrations. MongoDB has no columns: a table is its collection and indexes, and a document
 * without a column's value has null in it.
 */
import type { Db, IndexDescription } from "mongodb";
import { indexName } from "../names";
import type { Schema, Table } from "../schema";
import { toKey } from "./documents";
import { isMongoError } from "./mongodb-module";

const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;
const NAMESPACE_EXISTS = 48;

type Indexes = Pick<Table, "unique" | "indexes">;

/** Every change may be repeated. None is part of a transaction, because MongoDB builds indexes outside of them. */
export function createSchemaEditor(db: Db): Schema {
  const addIndexes = async (table: string, wanted: Indexes) => {
    const indexes = listIndexes(table, wanted);
    if (indexes.length > 0) await db.collection(table).createIndexes(indexes);
  };
  const dropIndexes = async (table: string, unwanted: Indexes) => {
    for (const { name = "" } of listIndexes(table, unwanted))
      await ignoreErrors([INDEX_NOT_FOUND, NAMESPACE_NOT_FOUND], db.collection(table).dropIndex(name));
  };
  return {
    async createTable(name, table) {
      await ignoreErrors([NAMESPACE_EXISTS], db.createCollection(name));
      await addIndexes(name, table);
    },
    dropTable: (name) => ignoreErrors([NAMESPACE_NOT_FOUND], db.collection(name).drop()),
    addColumns: (table, added) => addIndexes(table, added),
    async dropColumns(table, dropped) {
      await dropIndexes(table, dropped);
      const columns = Object.keys(dropped.columns).map((column) => [column, ""]);
      await db
        .collection(table)
        .updateMany({}, { $unset: Object.fromEntries(columns) as Record<string, ""> });
    },
    addIndexes: (table, indexes) => addIndexes(table, { indexes }),
    dropIndexes: (table, indexes) => dropIndexes(table, { indexes }),
    ...createFills(db),
  };
}

/** Fills new columns of existing documents. */
function createFills(db: Db): Pick<Schema, "fillLowerCase" | "fillFrom"> {
  return {
    /** As SQLite, MongoDB knows the lower case of ASCII letters only. */
    async fillLowerCase(table, column, from) {
      const isMissing = { [toKey(column)]: { $eq: null }, [toKey(from)]: { $ne: null } };
      const lower = { $toLower: `$${toKey(from)}` };
      await db.collection(table).updateMany(isMissing, [{ $set: { [toKey(column)]: lower } }]);
    },
    async fillFrom(table, column, from) {
      const source = `$its.${toKey(from.column ?? column)}`;
      const filling = db
        .collection(table)
        .aggregate([
          { $match: { [toKey(column)]: { $eq: null } } },
          { $lookup: { from: from.table, localField: toKey(from.by), foreignField: "_id", as: "its" } },
          { $unwind: "$its" },
          { $project: { [toKey(column)]: source } },
          { $merge: { into: table, on: "_id", whenMatched: "merge", whenNotMatched: "discard" } },
        ]);
      await filling.toArray();
    },
  };
}

/**
 * Every other index ends with the id, which breaks the ties of each order: MongoDB would otherwise sort all rows of an
 * account for one page of them.
 */
function listIndexes(table: string, { unique = [], indexes = [] }: Indexes): IndexDescription[] {
  return [
    ...unique.map((columns) => ({
      name: indexName(table, columns, "unique"),
      key: toIndexKey(columns),
      unique: true,
    })),
    ...indexes.map((columns) => ({
      name: indexName(table, columns, "index"),
      key: toIndexKey(columns.includes("id") ? columns : [...columns, "id"]),
    })),
  ];
}

function toIndexKey(columns: readonly string[]): Record<string, 1> {
  return Object.fromEntries(columns.map((column) => [toKey(column), 1]));
}

async function ignoreErrors(codes: readonly number[], work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isMongoError(error, "MongoServerError") || !codes.includes(Number(error.code))) throw error;
  }
}
