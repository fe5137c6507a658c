/** The input of lists that come in pages; the same names stand in a page's address. */
import { SEARCH_MAX_LENGTH } from "../limits";
import { formOf, optional, optionalText, requiredText } from "./rules";

/** Ids of rows: behind which the page begins, or before which it ends. */
const cursors = { after: optional(requiredText()), before: optional(requiredText()) };

export const pageForm = formOf(cursors);

/** A page of what begins like `search`; of everything without it. */
export const searchForm = formOf({ ...cursors, search: optionalText({ max: SEARCH_MAX_LENGTH }) });
