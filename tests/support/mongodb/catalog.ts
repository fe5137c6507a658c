/** The stand-in's commands about collections and indexes. */
import type { Document } from "bson";
import { toCursor } from "./commands";
import { ServerError } from "./server-error";
import type { Collection, Index } from "./storage";

export type Catalog = Map<string, Collection>;

type Command = (collections: Catalog, command: Document) => Document;

export const CATALOG_COMMANDS: Record<string, Command> = {
  create(collections, { create }) {
    if (collections.has(create as string))
      throw new ServerError(48, `Collection ${String(create)} already exists`);
    getCollection(collections, create as string);
    return {};
  },
  createIndexes(collections, { createIndexes, indexes }) {
    const collection = getCollection(collections, createIndexes as string);
    for (const index of indexes as Index[]) addIndex(collection, index);
    return {};
  },
  dropIndexes(collections, { dropIndexes, index }) {
    const collection = requireCollection(collections, dropIndexes as string);
    if (!collection.indexes.some(({ name }) => name === index))
      throw new ServerError(27, `index not found with name [${String(index)}]`);
    collection.indexes = collection.indexes.filter(({ name }) => name !== index);
    return {};
  },
  drop(collections, { drop }) {
    requireCollection(collections, drop as string);
    collections.delete(drop as string);
    return {};
  },
  listCollections(collections) {
    const names = [...collections.keys()].map((name) => ({ name, type: "collection" }));
    return toCursor("$cmd.listCollections", names);
  },
  listIndexes(collections, { listIndexes }) {
    const { indexes } = requireCollection(collections, listIndexes as string);
    return toCursor(listIndexes, [
      { v: 2, name: "_id_", key: { _id: 1 } },
      ...indexes.map((index) => ({ ...index })),
    ]);
  },
  dropDatabase(collections) {
    collections.clear();
    return {};
  },
};

/** Creates the collection when it is missing. */
export function getCollection(collections: Catalog, name: string): Collection {
  const existing = collections.get(name);
  if (existing) return existing;
  const created: Collection = { name, entries: new Map(), indexes: [] };
  collections.set(name, created);
  return created;
}

/** Two names for the same keys are refused; the same index twice changes nothing. */
function addIndex({ indexes }: Collection, index: Index): void {
  const same = indexes.find(({ name, key }) => name === index.name || isSameKey(key, index.key));
  if (!same) indexes.push(index);
  else if (same.name !== index.name || !isSameKey(same.key, index.key))
    throw new ServerError(85, `Index already exists with a different name: ${same.name}`);
}

function isSameKey(one: Index["key"], other: Index["key"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function requireCollection(collections: Catalog, name: string): Collection {
  const collection = collections.get(name);
  if (!collection) throw new ServerError(26, `ns not found ${name}`);
  return collection;
}
