/**
 * Sequelize, loaded with the first statement. A start on SQLite needs none of it, and loading it is a fifth of a start
 * (docs/speed.md).
 */
import type * as sequelize from "sequelize";

type SequelizeModule = typeof sequelize;

let loaded: SequelizeModule | null = null;

export async function loadSequelize(): Promise<SequelizeModule> {
  return (loaded ??= await import("sequelize"));
}

/** Whether the error is of this class. Before Sequelize is loaded, no error can be. */
export function isSequelizeError<
  Name extends "BaseError" | "ConnectionError" | "TimeoutError" | "UniqueConstraintError",
>(error: unknown, name: Name): error is InstanceType<SequelizeModule[Name]> {
  return loaded !== null && error instanceof loaded[name];
}
