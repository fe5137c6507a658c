/** How a model describes its rows, independent of any database. */
import type { EncryptedRowKind } from "~/domain/encryption";
import type { Scalar } from "./conditions";

/** Indexed strings have at most 190 characters, which every engine can index. */
export type FieldType = { string: number } | "text" | "integer" | "boolean" | "date";

export interface Field {
  type: FieldType;
  nullable: boolean;
  encryptedFor?: Encryption;
}

export interface Encryption {
  kind: EncryptedRowKind;
  /** The field whose value is the second part of the purpose. */
  namedBy?: string;
}

/** Every row has an id. */
export interface StoredRow {
  id: string;
}

/** A row whose entity is not known. */
export type AnyRow = StoredRow & Record<string, Scalar>;

/** An entity without the type of its rows: what adapters and backups work with. */
export type AnyEntity = Entity<AnyRow>;

/** The type of an entity's rows. */
export type RowOf<E> = E extends Entity<infer R> ? R : never;

export interface Entity<R> {
  /** The table's name. */
  table: string;
  /**
   * The field that holds the id of the account, or the user, whose data a row is: the row is deleted with them
   * (app/models/belongings.server.ts). `null` when rows are the data of neither.
   */
  belongsTo: { account?: keyof R & string; user?: keyof R & string } | null;
  /** Why a row stays when the account, or the user, that it belongs to is deleted. */
  keptWhenDeleted?: { account?: string; user?: string };
  fields: { [K in keyof R]-?: Field };
  /** Unique combinations of fields, none of them nullable. The id is always the primary key. */
  unique?: readonly (readonly (keyof R & string)[])[];
  indexes?: readonly (readonly (keyof R & string)[])[];
}

/** Returns a function that works something out of an entity once, because it is needed for each row that is read. */
export function onceForEach<T extends object>(workOut: (entity: AnyEntity) => T): (entity: AnyEntity) => T {
  const known = new WeakMap<AnyEntity, T>();
  return (entity) => {
    const result = known.get(entity) ?? workOut(entity);
    known.set(entity, result);
    return result;
  };
}

export const string = (length = 190): Field => ({ type: { string: length }, nullable: false });
export const text = (): Field => ({ type: "text", nullable: false });
/** A text that is encrypted under the application secret. `npm run rekey` finds it by this. */
export const encrypted = (kind: EncryptedRowKind, namedBy?: string): Field => ({
  ...text(),
  encryptedFor: namedBy === undefined ? { kind } : { kind, namedBy },
});
export const integer = (): Field => ({ type: "integer", nullable: false });
export const boolean = (): Field => ({ type: "boolean", nullable: false });
export const date = (): Field => ({ type: "date", nullable: false });
export const nullable = (field: Field): Field => ({ ...field, nullable: true });

/** Ids are UUIDv7 strings: 36 characters, sortable by time. */
export const id = (): Field => string(36);
