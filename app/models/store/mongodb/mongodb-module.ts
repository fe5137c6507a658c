/** MongoDB's driver, an optional package that is loaded only for a database at `mongodb:`. */
import type * as mongodb from "mongodb";

type MongodbModule = typeof mongodb;

let loaded: MongodbModule | null = null;

/** Throws an Error that says how to install the driver when it is missing. */
export async function loadMongodb(): Promise<MongodbModule> {
  try {
    return (loaded ??= await import("mongodb"));
  } catch (cause) {
    throw new Error("a database at mongodb: needs the package mongodb (npm install mongodb)", { cause });
  }
}

/** Whether the error is of this class. Before the driver is loaded, no error can be. */
export function isMongoError<
  Name extends "MongoError" | "MongoNetworkError" | "MongoServerError" | "MongoDriverError",
>(error: unknown, name: Name): error is InstanceType<MongodbModule[Name]> {
  return loaded !== null && error instanceof loaded[name];
}
