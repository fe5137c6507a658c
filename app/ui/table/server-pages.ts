/** The addresses of a list that the server sorts, searches and cuts into pages. */

/** The page that was asked for: its order and search, and the cursors of its neighbours. */
export interface ServerPages {
  sort?: string;
  direction?: "asc" | "desc";
  search?: string;
  next?: string | null;
  previous?: string | null;
}

/** The same list sorted by `column`: descending if it is ascending now. A new order starts at the first page. */
export function createSortLink({ sort, direction, search }: ServerPages, column: string): string {
  const turned = sort === column && direction === "asc" ? "desc" : "asc";
  return createPageUrl({ search, sort: column, direction: turned });
}

export function createNextLink({ next, previous: _, ...kept }: ServerPages): string | undefined {
  return next ? createPageUrl({ ...kept, after: next }) : undefined;
}

export function createPreviousLink({ previous, next: _, ...kept }: ServerPages): string | undefined {
  return previous ? createPageUrl({ ...kept, before: previous }) : undefined;
}

function createPageUrl(query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return `?${search.toString()}`;
}
