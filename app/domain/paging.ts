/** What an address says of a list: where in it the reader is, and what they look for. */
import { SEARCH_MAX_LENGTH } from "./limits";
import { shownText } from "./text";

/** Where a reader is in something with pages. Spec §2: `?page={n}`, 1-based, 1 when it is missing or no number. */
export function pageNumber(given: string | null): number {
  return given !== null && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1;
}

/** Where a reader is in a list that is read row by row: behind the row with this id, or before it. */
export interface PageAt {
  after?: string;
  before?: string;
}

/** The place in a list that an address names. */
export function pageAt(query: URLSearchParams): PageAt {
  const [after, before] = [query.get("after"), query.get("before")];
  return { ...(after !== null && { after }), ...(before !== null && { before }) };
}

/** A place in a list, and the beginning of what is looked for; "" for everything. */
export type SearchAt = PageAt & { search: string };

/** The place in a list that an address names, and what it looks for: the beginning of a text, safe to compare with. */
export function searchAt(query: URLSearchParams): SearchAt {
  return { ...pageAt(query), search: shownText(query.get("search") ?? "", SEARCH_MAX_LENGTH).trim() };
}
