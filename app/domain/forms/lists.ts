/** The input of paged lists. A page's URL uses the same names. */
import { SEARCH_MAX_LENGTH } from "../limits";
import { createFormSchema, optional, optionalText, requiredText } from "./rules";

/** Cursors: ids of rows. The page starts after the one, or ends before the other. */
const cursors = { after: optional(requiredText()), before: optional(requiredText()) };

export const pageForm = createFormSchema(cursors);

/** A page of the rows that begin with `search`; of all rows without it. */
export const searchForm = createFormSchema({ ...cursors, search: optionalText({ max: SEARCH_MAX_LENGTH }) });
