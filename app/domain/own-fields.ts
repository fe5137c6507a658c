/**
 * The founder's own fields of users and accounts (app/product/fields.ts): lines of text that may be empty. Each has one name, as the
 * column, in the API and in forms.
 */
import { NAME_MAX_LENGTH } from "./limits";
import type { MessageKey } from "./message-keys";

export interface OwnField {
  /** What it accepts, besides nothing. */
  kind: "text" | "phone" | "url";
  /** For the API's documentation. */
  example: string;
  /** How browsers fill it in. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  autoComplete?: string;
}

export type OwnFields = Readonly<Record<string, OwnField>>;

/** The columns of these fields in a row: null where nothing was entered. */
export type OwnValues<Fields> = { [Name in keyof Fields]: string | null };

/** The length of each column. */
export const OWN_FIELD_MAX_LENGTH = NAME_MAX_LENGTH;

export function listFieldNames<Fields extends OwnFields>(fields: Fields): (keyof Fields & string)[] {
  return Object.keys(fields);
}

/** The values of a row in which nothing was entered. */
export function createEmptyValues<Fields extends OwnFields>(fields: Fields): OwnValues<Fields> {
  return mapFields(fields, () => null);
}

/** The values of these fields in a row. */
export function readOwnValues<Fields extends OwnFields>(
  fields: Fields,
  row: OwnValues<Fields>,
): OwnValues<Fields> {
  return mapFields(fields, (name) => row[name]);
}

/** The columns that an input changes, which has gone through the rules of `createOwnRules`. */
export function toOwnChanges<Fields extends OwnFields>(
  fields: Fields,
  input: { [Name in keyof Fields]?: string | undefined },
): Partial<OwnValues<Fields>> {
  const given = listFieldNames(fields).filter((name) => input[name] !== undefined);
  const changes = given.map((name) => [name, input[name] === "" ? null : input[name]]);
  return Object.fromEntries(changes) as Partial<OwnValues<Fields>>;
}

/** A field with its value in a row, as the profile shows it. */
export interface ShownField extends Pick<OwnField, "kind" | "autoComplete"> {
  name: string;
  value: string | null;
}

export function listShownFields<Fields extends OwnFields>(
  fields: Fields,
  row: OwnValues<Fields>,
): ShownField[] {
  return Object.entries<OwnField>(fields).map(([name, { kind, autoComplete }]) => ({
    ...{ name, kind, autoComplete },
    value: row[name] ?? null,
  }));
}

/** The key of a field's label. A test finds a field without one. */
export function toOwnLabel(name: string): Extract<MessageKey, `profile:${string}`> {
  return `profile:own.${name}` as Extract<MessageKey, `profile:${string}`>;
}

/** A value for each field, by its name. */
export function mapFields<Fields extends OwnFields, Value>(
  fields: Fields,
  toValue: (name: keyof Fields) => Value,
): { [Name in keyof Fields]: Value } {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, toValue(name)])) as {
    [Name in keyof Fields]: Value;
  };
}
