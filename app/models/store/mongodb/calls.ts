/** The port's calls as MongoDB's commands, inside a transaction and outside of it. */
import type { Document } from "mongodb";
import type { AnyEntity, Entity, StoredRow } from "../entity";
import { getJoinStart } from "../joins";
import type { StoreCalls } from "../store";
import { getField } from "../values";
import type { MongoDatabase } from "./connection";
import { readDocument, toDocument, toFieldKey, toValues, type StoredDocument } from "./documents";
import { createFilter, createQuery, requireFilter, type Query, type Selection } from "./filters";
import type { Runner, Scope } from "./transactions";
import { createJoinPipeline, readJoined } from "./join-pipeline";

/** Holds the transaction that read or changed the row last. Writing it is what makes the row stay as it was read. */
const LOCK_KEY = "_lock";

/** Of `insertAll`. */
const ROWS_MAX = 1000;

/** Without a collection to start from, an aggregation begins with one empty document. */
const NOTHING = [{ $documents: [{}] }];

/** `Lookup` of the port, of any entity. */
interface AnyLookup extends Selection {
  entity: AnyEntity;
  where: object;
  fields?: readonly string[];
}

/** Creates the calls over a runner. */
export function createCalls(database: MongoDatabase, runner: Runner): StoreCalls {
  return {
    ...createReads(database, runner),
    ...createCounts(database, runner),
    ...createLookups(database, runner),
    ...createChanges(database, runner),
  };
}

function createReads(database: MongoDatabase, runner: Runner): Pick<StoreCalls, "find" | "findOne"> {
  const { timeoutMs: maxTimeMS } = database;
  const find = <R extends StoredRow>(entity: Entity<R>, query: Query) => {
    const { filter, sort, limit } = query;
    return runner.run(`find ${entity.table}`, async (scope) => {
      const options = { sort, limit, batchSize: limit, maxTimeMS, ...getSession(scope) };
      const documents = await database.collection(entity, scope).find(filter, options).toArray();
      if (scope && documents.length > 0) await lockRows(entity, documents, scope);
      return documents.map((document) => readDocument(entity, document));
    });
  };
  /** Fails, so that the transaction is repeated, when a row has changed since it was read. */
  const lockRows = (entity: AnyEntity, documents: readonly StoredDocument[], scope: Scope) =>
    database
      .collection(entity, scope)
      .updateMany(
        { _id: { $in: documents.map(({ _id }) => _id) } },
        { $set: { [LOCK_KEY]: scope.lock } },
        { session: scope.session, maxTimeMS },
      );
  return {
    find: async (entity, where, options = {}) => find(entity, createQuery(entity, where, options)),
    async findOne(entity, where) {
      const filter = createFilter(entity, where);
      return runner.run(`find ${entity.table}`, async (scope) => {
        const rows = database.collection(entity, scope);
        const found = scope
          ? await rows.findOneAndUpdate(
              filter,
              { $set: { [LOCK_KEY]: scope.lock } },
              { session: scope.session, maxTimeMS },
            )
          : await rows.findOne(filter, { maxTimeMS });
        return found && readDocument(entity, found);
      });
    },
  };
}

function createCounts(
  database: MongoDatabase,
  runner: Runner,
): Pick<StoreCalls, "count" | "countBy" | "countByDay" | "sumBy"> {
  const aggregate = createAggregate(database, runner);
  const group = async (entity: AnyEntity, where: object, { by, rows }: { by: unknown; rows: unknown }) => {
    const stages = [{ $match: createFilter(entity, where) }, { $group: { _id: by, rows: { $sum: rows } } }];
    const counted = await aggregate(entity, stages);
    return new Map(counted.map(({ _id, rows: number }) => [String(_id), Number(number)]));
  };
  const toPath = (entity: AnyEntity, field: string) => {
    getField(entity.fields, field);
    return `$${toFieldKey(field)}`;
  };
  return {
    async count(entity, where, { atMost } = {}) {
      const filter = createFilter(entity, where);
      const { timeoutMs: maxTimeMS } = database;
      return runner.run(`count ${entity.table}`, (scope) =>
        database
          .collection(entity, scope)
          .countDocuments(filter, { limit: atMost, maxTimeMS, ...getSession(scope) }),
      );
    },
    countBy: async (entity, where, field) => group(entity, where, { by: toPath(entity, field), rows: 1 }),
    async countByDay(entity, where, field) {
      const day = { $dateToString: { date: toPath(entity, field), format: "%Y-%m-%d" } };
      return group(entity, where, { by: day, rows: 1 });
    },
    sumBy: async (entity, where, { sum, by }) =>
      group(entity, where, { by: toPath(entity, by), rows: toPath(entity, sum) }),
  };
}

function createLookups(
  database: MongoDatabase,
  runner: Runner,
): Pick<StoreCalls, "findTogether" | "findJoined"> {
  const aggregate = createAggregate(database, runner);
  return {
    async findTogether(lookups) {
      const parts = Object.entries<AnyLookup>(lookups);
      const pipeline = [...NOTHING, ...parts.map(([key, lookup]) => createLookupStage(key, lookup))];
      const [found] = await runner.run("aggregate", async () => {
        const db = await database.connect();
        return db.aggregate(pipeline, { maxTimeMS: database.timeoutMs }).toArray();
      });
      const lists = parts.map(([key, { entity, fields }]) => [
        key,
        (found?.[key] as object[]).map((document) => readDocument(entity, document, fields)),
      ]);
      // By their entities, the lists have the types that the port promises.
      return Object.fromEntries(lists) as never;
    },
    async findJoined(join, where) {
      const start = getJoinStart(join, where);
      const [found] = await aggregate(start.entity, createJoinPipeline(join, start));
      // By its description, a found document has what the port promises.
      return found ? (readJoined(join, found) as never) : null;
    },
  };
}

function createAggregate(database: MongoDatabase, runner: Runner) {
  return (entity: AnyEntity, pipeline: Document[]): Promise<Document[]> =>
    runner.run(`aggregate ${entity.table}`, (scope) =>
      database
        .collection(entity, scope)
        .aggregate(pipeline, { maxTimeMS: database.timeoutMs, ...getSession(scope) })
        .toArray(),
    );
}

function createChanges(
  database: MongoDatabase,
  runner: Runner,
): Pick<StoreCalls, "insert" | "insertAll" | "update" | "remove"> {
  const { timeoutMs: maxTimeMS } = database;
  const runChange = (entity: AnyEntity, where: object) =>
    matchesOneRow(entity, where) ? runner.run : runner.runWhole;
  return {
    async insert(entity, row) {
      const document = toDocument(entity, row);
      await runner.run(`insert ${entity.table}`, (scope) =>
        database.collection(entity, scope).insertOne(document, { maxTimeMS, ...getSession(scope) }),
      );
    },
    async insertAll(entity, rows) {
      if (rows.length > ROWS_MAX) throw new TypeError(`too many rows at once: ${rows.length}`);
      const documents = rows.map((row) => toDocument(entity, row));
      if (documents.length === 0) return;
      await runner.runWhole(`insert ${entity.table}`, (scope) =>
        database.collection(entity, scope).insertMany(documents, { maxTimeMS, ...getSession(scope) }),
      );
    },
    async update(entity, where, changes) {
      const { _id, ...values } = toValues(entity, changes);
      if (Object.keys(changes).length === 0) throw new TypeError("an update without changes");
      const filter = requireFilter(entity, where);
      // MongoDB never changes an id, so the one that a whole row repeats is no change.
      if (_id !== undefined && _id !== (where as { id?: unknown }).id)
        throw new TypeError("the id of a row cannot be changed");
      return runChange(entity, where)(`update ${entity.table}`, async (scope) => {
        // A change that changes nothing would not keep others from changing the row.
        const change = { $set: { ...values, ...(scope && { [LOCK_KEY]: scope.lock }) } };
        const options = { maxTimeMS, ...getSession(scope) };
        return (await database.collection(entity, scope).updateMany(filter, change, options)).matchedCount;
      });
    },
    async remove(entity, where) {
      const filter = requireFilter(entity, where);
      return runChange(entity, where)(`delete ${entity.table}`, async (scope) => {
        const options = { maxTimeMS, ...getSession(scope) };
        return (await database.collection(entity, scope).deleteMany(filter, options)).deletedCount;
      });
    },
  };
}

function getSession(scope: Scope | null) {
  return scope ? { session: scope.session } : {};
}

function createLookupStage(as: string, { entity, where, ...selection }: AnyLookup): Document {
  const { filter, sort, limit } = createQuery(entity, where, selection);
  const sorted = Object.keys(sort).length > 0 ? [{ $sort: sort }] : [];
  const pipeline = [{ $match: filter }, ...sorted, { $limit: limit }];
  return { $lookup: { from: entity.table, pipeline, as } };
}

/** Whether the conditions name the id, or all fields of a unique index, so that MongoDB itself changes all or nothing. */
function matchesOneRow(entity: AnyEntity, where: object): boolean {
  const { unique = [] } = entity;
  const isGiven = (name: string) => typeof (where as Record<string, unknown>)[name] === "string";
  return isGiven("id") || unique.some((fields) => fields.every(isGiven));
}
