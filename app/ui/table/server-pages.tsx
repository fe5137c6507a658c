/** Lists that the server sorts, searches and pages: the links to their pages, and the footer that shows them. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../kit/button";

/** The requested page: its order and search, and the cursors of the next and the previous page. */
export interface ServerPages {
  sort?: string;
  direction?: "asc" | "desc";
  search?: string;
  next?: string | null;
  previous?: string | null;
}

/** Renders nothing when there is only one page. `title` names the list, because a page may have several. */
export function ServerFooter({ title, server }: { title: string; server: ServerPages }) {
  const { t } = useTranslation("data");
  const [previous, next] = [createPreviousLink(server), createNextLink(server)];
  if (!previous && !next) return null;
  return (
    <PagesFooter label={t("table.pages", { title })}>
      {previous ? (
        <ButtonLink size="sm" to={previous} rel="prev">
          {t("table.previous")}
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink size="sm" to={next} rel="next">
          {t("table.next")}
        </ButtonLink>
      ) : null}
    </PagesFooter>
  );
}

/** The bar of buttons below a list. */
export function PagesFooter({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="flex items-center justify-end gap-2 border-t border-line bg-sunken px-4 py-2.5 max-sm:px-3 lg:px-5"
    >
      {children}
    </nav>
  );
}

/** The link to the list sorted by `column`: descending if it is ascending now. A new order starts at the first page. */
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
