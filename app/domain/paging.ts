/** The query of a list, in a page's URL and in the API's input: a position, an order, a filter, a text to search for. */
import { refine, unknown } from "zod/mini";
import { CURSOR_MAX_LENGTH, parseCursor } from "./cursors";
import { createFormSchema, optional, optionalText, requiredText } from "./forms/rules";
import { SEARCH_MAX_LENGTH } from "./limits";
import { toMessage } from "./messages";
import { toDisplayText } from "./text";

/** Parses `?page={n}`, which starts at 1. Returns 1 when it is missing or not a number. */
export function parsePageNumber(given: string | null): number {
  return given !== null && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1;
}

export const SORT_DIRECTIONS = ["asc", "desc"] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

/** The value if it is one of these; null otherwise. */
export function findOption<const Option extends string>(
  options: readonly Option[],
  value: string | null | undefined,
): Option | null {
  return options.find((option) => option === value) ?? null;
}

/** A position in a list: after the place of this cursor, or before it. */
export interface PagePosition {
  after?: string;
  before?: string;
}

/** Reads the position from a page's query string. What is no cursor counts as missing: an old link shows the first page. */
export function parsePagePosition(query: URLSearchParams): PagePosition {
  return { after: findCursor(query.get("after")), before: findCursor(query.get("before")) };
}

function findCursor(given: string | null): string | undefined {
  return given !== null && parseCursor(given) ? given : undefined;
}

/** A position in a list and the prefix to search for; "" finds all rows. */
export type SearchPosition = PagePosition & { search: string };

/** Reads the position and the search prefix from a query string. The prefix is safe to compare with. */
export function parseSearchPosition(query: URLSearchParams): SearchPosition {
  return {
    ...parsePagePosition(query),
    search: toDisplayText(query.get("search") ?? "", SEARCH_MAX_LENGTH).trim(),
  };
}

/**
 * The page starts after the first cursor, or ends before the second. `page` is accepted, whatever it is, because clients
 * that count pages send it: it leads nowhere, and the answer says how to go on (page-number.ts).
 */
const cursors = { after: optional(cursor()), before: optional(cursor()), page: optional(unknown()) };

/** The fields of a list by cursors that say where it goes on. */
export const PLACE_FIELDS = { after: true, before: true, page: true } as const;

function cursor() {
  const error = toMessage("errors:cursor_invalid");
  return requiredText(error, { max: CURSOR_MAX_LENGTH }).check(
    refine((text) => parseCursor(text) !== null, { error }),
  );
}

/** The input of an operation that returns a page of a list. */
export const pageForm = createFormSchema(cursors);

/** A page of the rows that begin with `search`; of all rows without it. */
export const searchForm = createFormSchema({ ...cursors, search: optionalText({ max: SEARCH_MAX_LENGTH }) });
