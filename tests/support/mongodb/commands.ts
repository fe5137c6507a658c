/** The stand-in's commands that read or change documents. */
import { Long, type Document } from "bson";
import { Aggregator, Query, update as applyOperators } from "mingo";
import { ServerError } from "./server-error";
import { createDuplicate, type Storage, type Target } from "./storage";

/** A database's documents as one command sees them. */
interface View {
  storage: Storage;
  /** Creates the collection when it is missing, as MongoDB does for a change. */
  open(name: unknown): Target;
}

type Command = (view: View, command: Document) => Document;

export const DOCUMENT_COMMANDS: Record<string, Command> = {
  find(view, { find, filter, sort, limit = 0 }) {
    const sorted = listMatching(view, view.open(find), {
      filter: filter as Document,
      sort: sort as Document,
    });
    return toCursor(find, limit ? sorted.slice(0, limit as number) : sorted);
  },

  aggregate(view, { aggregate, pipeline }) {
    const from = typeof aggregate === "string" ? view.open(aggregate) : null;
    const stages = pipeline as Document[];
    const merge = stages.at(-1)?.$merge as Document | undefined;
    const found = runPipeline(view, from, merge ? stages.slice(0, -1) : stages);
    if (merge) mergeInto(view, merge, found);
    return toCursor(aggregate, merge ? [] : found);
  },

  insert(view, { insert, documents }) {
    return collectWriteErrors(documents as Document[], (document) => {
      insertOne(view, view.open(insert), document);
      return { n: 1 };
    });
  },

  update(view, { update, updates }) {
    const target = view.open(update);
    return collectWriteErrors(updates as Document[], ({ q, u, multi, upsert }) => {
      const matching = listMatching(view, target, { filter: q as Document });
      const changed = multi ? matching : matching.slice(0, 1);
      if (upsert && changed.length === 0)
        return { n: 1, upserted: upsertOne(view, target, { filter: q as Document, update: u }) };
      changeAll(view, target, { documents: changed, make: (document) => change(document, u) });
      return { n: changed.length, nModified: changed.length };
    });
  },

  delete(view, { delete: name, deletes }) {
    const target = view.open(name);
    return collectWriteErrors(deletes as Document[], ({ q, limit }) => {
      const matching = listMatching(view, target, { filter: q as Document });
      const deleted = limit ? matching.slice(0, limit as number) : matching;
      changeAll(view, target, { documents: deleted, make: () => null });
      return { n: deleted.length };
    });
  },

  findAndModify(view, { findAndModify, query, update, sort }) {
    const target = view.open(findAndModify);
    const [found] = listMatching(view, target, { filter: query as Document, sort: sort as Document });
    if (found) changeAll(view, target, { documents: [found], make: (document) => change(document, update) });
    return { value: found ?? null, lastErrorObject: { n: found ? 1 : 0, updatedExisting: Boolean(found) } };
  },
};

function listMatching(
  { storage }: View,
  target: Target,
  { filter = {}, sort = {} }: { filter?: Document; sort?: Document },
): Document[] {
  const { _id: condition } = filter as { _id?: unknown };
  const id = typeof condition === "string" ? condition : (condition as { $eq?: unknown } | undefined)?.$eq;
  const query = new Query(filter);
  const candidates = typeof id === "string" ? [storage.read(target, id)] : storage.list(target);
  const found = candidates.filter((document) => document !== null && query.test(document)) as Document[];
  return Object.keys(sort).length > 0 ? found.toSorted(createComparator(sort)) : found;
}

function createComparator(sort: Document) {
  return (a: Document, b: Document): number => {
    for (const [field, direction] of Object.entries(sort)) {
      const order = compare(a[field], b[field]);
      if (order !== 0) return order * Number(direction);
    }
    return 0;
  };
}

/** Texts by their bytes, as MongoDB without a collation; null before everything else. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (isNothing(a) || isNothing(b)) return Number(isNothing(b)) - Number(isNothing(a));
  return Number(a) - Number(b);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

function runPipeline({ storage, open }: View, from: Target | null, pipeline: Document[]): Document[] {
  const aggregator = new Aggregator(pipeline, { collectionResolver: (name) => storage.list(open(name)) });
  return aggregator.run(from ? storage.list(from) : []);
}

function mergeInto({ storage, open }: View, { into }: Document, documents: Document[]): void {
  const target = open(into);
  for (const document of documents) {
    const id = document._id as string;
    const existing = storage.read(target, id);
    if (existing) storage.write(target, id, { ...existing, ...document });
  }
}

function insertOne({ storage }: View, target: Target, document: Document): void {
  const id = document._id as unknown;
  if (typeof id !== "string")
    throw new ServerError(72, "the stand-in stores only documents with a text as their id");
  storage.requireFree(target, [id]);
  if (storage.read(target, id)) throw createDuplicate(target.collection.name, { _id: 1 }, document);
  storage.write(target, id, document);
}

function upsertOne(
  view: View,
  target: Target,
  { filter, update }: { filter: Document; update: unknown },
): Document[] {
  if ("$expr" in filter)
    throw new ServerError(72, "$expr is not allowed in the query predicate for an upsert");
  const { $setOnInsert, ...operators } = update as Document;
  const document = change({ _id: filter._id as unknown, ...($setOnInsert as Document) }, operators);
  insertOne(view, target, document);
  return [{ index: 0, _id: document._id as unknown }];
}

/** Changes all of them, or throws before the first when one belongs to a transaction. */
function changeAll(
  { storage }: View,
  target: Target,
  { documents, make }: { documents: readonly Document[]; make: (document: Document) => Document | null },
): void {
  storage.requireFree(
    target,
    documents.map(({ _id }) => _id as string),
  );
  for (const document of documents) storage.write(target, document._id as string, make(document));
}

/** Documents are never changed in place, because other transactions still read them. */
function change(document: Document, update: unknown): Document {
  if (Array.isArray(update))
    return new Aggregator(update as Document[]).run([{ ...document }])[0] as Document;
  const { $setOnInsert, ...operators } = update as Document;
  const changed = { ...document };
  if (Object.keys(operators).length > 0) applyOperators(changed, operators);
  return changed;
}

/** A duplicate is part of the answer to a change; everything else fails the command. */
function collectWriteErrors(
  changes: readonly Document[],
  run: (change: Document, index: number) => Document,
): Document {
  const reply = { n: 0, nModified: 0 };
  for (const [index, one] of changes.entries()) {
    try {
      const done = run(one, index);
      Object.assign(reply, { ...done, n: reply.n + Number(done.n) });
    } catch (error) {
      if (!(error instanceof ServerError) || error.code !== 11000) throw error;
      const { code, message: errmsg, details } = error;
      return { ...reply, writeErrors: [{ index, code, errmsg, ...details }] };
    }
  }
  return reply;
}

/** All documents are in the first batch, so that the cursor is closed. */
export function toCursor(collection: unknown, firstBatch: Document[]): Document {
  return { cursor: { id: Long.ZERO, ns: `stand-in.${String(collection)}`, firstBatch } };
}
