/** The columns of the founder's own fields of users and accounts. */
import { OWN_FIELD_MAX_LENGTH, type OwnFields } from "~/domain/own-fields";
import { nullable, string, type Field } from "./store/entity";

export function createOwnColumns<Fields extends OwnFields>(
  fields: Fields,
): { [Name in keyof Fields]: Field } {
  const columns = Object.keys(fields).map((name) => [name, nullable(string(OWN_FIELD_MAX_LENGTH))]);
  return Object.fromEntries(columns) as { [Name in keyof Fields]: Field };
}
