/** The input of lists that come in pages; the same names stand in a page's address. */
import { formOf, optional, requiredText } from "./rules";

/** Ids of rows: behind which the page begins, or before which it ends. */
export const cursors = { after: optional(requiredText()), before: optional(requiredText()) };

export const pageForm = formOf(cursors);
