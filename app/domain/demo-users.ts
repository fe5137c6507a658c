/** The dashboard's list of users, as its query string asks for it: searched, sorted, and one page of it. */
import type { DemoUser } from "./demo";
import { DEMO_PAGE_SIZE, SEARCH_MAX_LENGTH } from "./limits";
import { parsePageNumber } from "./paging";
import { toDisplayText } from "./text";
import { compareTexts, containsText } from "./text-order";

const DEMO_COLUMNS = ["name", "role", "status", "last_login"] as const;
export type DemoColumn = (typeof DEMO_COLUMNS)[number];

/** The list that the query string asks for. Without `sort`, the order is that of the data. */
export interface DemoListQuery {
  sort?: DemoColumn;
  direction?: "asc" | "desc";
  search: string;
  /** Starts at 1. */
  page: number;
}

export interface DemoList {
  users: DemoUser[];
  /** The page that `users` are, at most the last one. */
  page: number;
  pages: number;
}

/** Reads the query string. What it does not know it ignores. */
export function parseDemoListQuery(query: URLSearchParams): DemoListQuery {
  const sort = DEMO_COLUMNS.find((column) => column === query.get("sort"));
  return {
    sort,
    direction: sort && (query.get("direction") === "desc" ? "desc" : "asc"),
    search: toDisplayText(query.get("search") ?? "", SEARCH_MAX_LENGTH).trim(),
    page: parsePageNumber(query.get("page")),
  };
}

/** Searches, sorts and pages `users` by the texts that the reader sees: `toText` returns the text of a cell. */
export function listDemoUsers(
  users: readonly DemoUser[],
  { sort, direction, search, page }: DemoListQuery,
  toText: (user: DemoUser, column: DemoColumn) => string,
): DemoList {
  const found = search
    ? users.filter((user) => DEMO_COLUMNS.some((column) => containsText(toText(user, column), search)))
    : [...users];
  if (sort) {
    const turn = direction === "desc" ? -1 : 1;
    found.sort((one, other) => turn * compareTexts(toText(one, sort), toText(other, sort)));
  }
  const pages = Math.max(1, Math.ceil(found.length / DEMO_PAGE_SIZE));
  const shown = Math.min(page, pages);
  return { users: found.slice((shown - 1) * DEMO_PAGE_SIZE, shown * DEMO_PAGE_SIZE), page: shown, pages };
}
