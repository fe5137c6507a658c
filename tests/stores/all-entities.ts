/** Every entity with its name, for tests that compare each with what a database has. */
import { ENTITIES } from "~/models/all-entities";
import type { Entity } from "~/models/store/entity";

export type AnyEntity = Entity<Record<string, unknown>>;

export const ALL_ENTITIES = Object.entries(ENTITIES as unknown as Record<string, AnyEntity>);

/** Orders lists by the name that each begins with. */
export function compareNames(a: unknown[], b: unknown[]): number {
  return String(a[0]).localeCompare(String(b[0]));
}
