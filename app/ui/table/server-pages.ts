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
export function sortLink({ sort, direction, search }: ServerPages, column: string): string {
  const turned = sort === column && direction === "asc" ? "desc" : "asc";
  return address({ search, sort: column, direction: turned });
}

export function nextLink({ next, previous: _, ...kept }: ServerPages): string | undefined {
  return next ? address({ ...kept, after: next }) : undefined;
}

export function previousLink({ previous, next: _, ...kept }: ServerPages): string | undefined {
  return previous ? address({ ...kept, before: previous }) : undefined;
}

function address(query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return `?${search.toString()}`;
}
