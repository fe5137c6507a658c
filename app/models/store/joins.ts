/** Rows of several entities in one statement, described by the entities: the look-up of a viewer, and the lists of a page. */
import type { FindOptions, Scalar, Where } from "./conditions";
import type { AnyEntity, Entity, RowOf } from "./entity";
import { checkType } from "./values";

/** A row that a look-up joins. */
export interface JoinedEntity {
  entity: AnyEntity;
  /** Which fields of this entity equal which of a part before it, as `part.field`. Empty for the first part. */
  on: Readonly<Record<string, string>>;
  /** Whether the look-up also finds a row without this one, which is null then. */
  isOptional?: boolean;
}

/** A look-up of one row of the first part, with the rows of the other parts. */
export interface Join {
  /** For traces. */
  name: string;
  parts: Readonly<Record<string, JoinedEntity>>;
  /** Numbers of matching rows, each by its name; `on` as in a part. */
  counts?: Readonly<Record<string, Pick<JoinedEntity, "entity" | "on">>>;
}

/** The result of a look-up: the row of each part and the numbers, by their names. */
export type JoinedRow<J extends Join> = {
  -readonly [Part in keyof J["parts"]]: J["parts"][Part] extends { isOptional: true }
    ? RowOf<J["parts"][Part]["entity"]> | null
    : RowOf<J["parts"][Part]["entity"]>;
} & { -readonly [Name in keyof J["counts"]]: number };

/** One list of `findTogether`. */
export interface Lookup<R> extends FindOptions<R> {
  entity: Entity<R>;
  where: Where<R>;
  /** The fields that are read, one or more; all of them by default. */
  fields?: readonly (keyof R & string)[];
}

/** The rows of a look-up: with the fields that it names. */
type FoundRow<L extends { entity: AnyEntity }> = L extends { fields: readonly (infer Field)[] }
  ? Pick<RowOf<L["entity"]>, Field & keyof RowOf<L["entity"]>>
  : RowOf<L["entity"]>;

export interface Joins {
  /**
   * Finds one row of the look-up's first part by the value of one of its fields, a string, with the rows of the other parts.
   * Each request makes one such look-up.
   */
  findJoined<J extends Join>(join: J, where: Readonly<Record<string, string>>): Promise<JoinedRow<J> | null>;
  /**
   * Finds several lists, as `find` finds each, in one statement. A row of one list is read with empty columns for the
   * fields of all others, so a list of which only some fields are needed names them. Not inside a transaction, because it
   * locks nothing.
   */
  findTogether<const Lookups extends Record<string, { entity: AnyEntity }>>(
    lookups: Lookups & { [Key in keyof Lookups]: Lookup<RowOf<Lookups[Key]["entity"]>> },
  ): Promise<{ -readonly [Key in keyof Lookups]: FoundRow<Lookups[Key]>[] }>;
}

/** The first part of a look-up, and the value that its field must have. */
export interface JoinStart {
  part: string;
  entity: AnyEntity;
  field: string;
  value: Scalar;
}

/** For the adapters. Throws TypeError unless `where` names one field of the first part, with a value of its type. */
export function getJoinStart({ name, parts }: Join, where: Readonly<Record<string, string>>): JoinStart {
  const [first] = Object.entries(parts);
  const [condition, ...more] = Object.entries(where);
  const definition = condition && first?.[1].entity.fields[condition[0]];
  if (!first || !definition || more.length > 0)
    throw new TypeError(`${name} finds a row by one field of its first part`);
  const [field, given] = condition;
  const value = checkType(field, { ...definition, nullable: false }, given);
  return { part: first[0], entity: first[1].entity, field, value };
}
