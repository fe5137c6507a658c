/** What the founder's own fields accept. Apart from what pages show of them, which loads no rules. */
import { mapFields, OWN_FIELD_MAX_LENGTH, type OwnFields } from "../own-fields";
import { clearablePhone, clearableText, clearableUrl, optional } from "./rules";

const RULES = {
  text: () => clearableText({ max: OWN_FIELD_MAX_LENGTH }),
  phone: clearablePhone,
  url: () => clearableUrl({ max: OWN_FIELD_MAX_LENGTH }),
};

/** The rules of a form in which each of these fields may be missing. "" empties one. */
export function createOwnRules<Fields extends OwnFields>(fields: Fields) {
  return mapFields(fields, (name) => optional(RULES[fields[name]?.kind ?? "text"]()));
}
