/** Lists that the server sorts, searches and pages: the links to their pages, and the footer that shows them. */
import { useLocation } from "@remix-run/react";
import { isPageNumberGiven } from "~/domain/page-number";
import { ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

/** The requested page: its order and search, and the cursors of the next and the previous page, or its number. */
export interface ServerPages {
  sort?: string;
  direction?: "asc" | "desc";
  search?: string;
  /** The id of what the list belongs to. */
  id?: string;
  /** The tab that contains the list. */
  tab?: string;
  /** The state that the list is limited to. */
  status?: string;
  /** The plan that the list is limited to. */
  plan?: string;
  /** The role that the list is limited to. */
  permission?: string;
  /** The rating that the list is limited to. */
  rating?: string;
  /** The first and the last day that the list is limited to, as YYYY-MM-DD. */
  from?: string;
  to?: string;
  /** The id of the account that the list is limited to. */
  account?: string;
  /** The action, and the id or email of the user, that an audit log is limited to. */
  action?: string;
  actor?: string;
  /** How many months the page's chart covers. */
  months?: string;
  next?: string | null;
  previous?: string | null;
  /** For a list that is paged by number instead of by cursors. */
  number?: { page: number; pages: number };
}

/** Above a list by cursors that was opened by a page's number: it shows its first page, and says how to go on. */
export function PageNumberNotice({ server: { next, previous, number } }: { server: ServerPages }) {
  const { t } = useTexts("data");
  const query = Object.fromEntries(new URLSearchParams(useLocation().search));
  const isByCursors = number === undefined && (next !== undefined || previous !== undefined);
  return isByCursors && isPageNumberGiven(query) ? (
    <Notice className="mb-4">{t("page_number.page")}</Notice>
  ) : null;
}

/** Renders nothing when there is only one page. `title` names the list, because a page may have several. */
export function ServerFooter({ title, server }: { title: string; server: ServerPages }) {
  const { t } = useTexts("data");
  const [previous, next] = [createPreviousLink(server), createNextLink(server)];
  if (!previous && !next) return null;
  // A numbered page is short: the reader stays where the list is. A long one is read from its top.
  const link = { size: "sm", preventScrollReset: server.number !== undefined } as const;
  return (
    <nav
      aria-label={t("table.pages", { title })}
      className="flex items-center justify-end gap-2 border-t border-line bg-sunken px-4 py-2.5 max-sm:px-3 lg:px-5"
    >
      {server.number ? (
        <span role="status" className="mr-auto text-sm text-muted">
          {t("table.page", server.number)}
        </span>
      ) : null}
      {previous ? (
        <ButtonLink {...link} to={previous} rel="prev">
          {t("table.previous")}
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink {...link} to={next} rel="next">
          {t("table.next")}
        </ButtonLink>
      ) : null}
    </nav>
  );
}

/** The link to the list sorted by `column`: descending if it is ascending now. A new order starts at the first page. */
export function createSortLink(server: ServerPages, column: string): string {
  const turned = server.sort === column && server.direction === "asc" ? "desc" : "asc";
  return createPageUrl(keepOrder({ ...server, sort: column, direction: turned }));
}

/** The link to the whole list, in its order. Undefined when no search and no filter limits it. */
export function createClearLink(server: ServerPages): string | undefined {
  const { id, tab, months, sort, direction, search } = server;
  const isLimited = [search, ...Object.values(pickLimits(server))].some(Boolean);
  return isLimited ? createPageUrl({ id, tab, months, sort, direction }) : undefined;
}

export function createNextLink({ next, number, ...server }: ServerPages): string | undefined {
  if (number && number.page < number.pages) return createNumberedUrl(server, number.page + 1);
  return next ? createPageUrl({ ...keepOrder(server), after: next }) : undefined;
}

export function createPreviousLink({ previous, number, ...server }: ServerPages): string | undefined {
  if (number && number.page > 1) return createNumberedUrl(server, number.page - 1);
  return previous ? createPageUrl({ ...keepOrder(server), before: previous }) : undefined;
}

function createNumberedUrl(server: ServerPages, page: number): string {
  return createPageUrl({ ...keepOrder(server), page: String(page) });
}

function keepOrder(server: ServerPages) {
  const { id, tab, months, sort, direction, search } = server;
  return { id, tab, months, ...pickLimits(server), sort, direction, search };
}

function pickLimits(server: ServerPages) {
  const { status, plan, permission, rating, action, account, actor, from, to } = server;
  return { status, plan, permission, rating, action, account, actor, from, to };
}

/** The URL of this page with a query string of the given values; empty ones are left out. */
export function createPageUrl(query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return `?${search.toString()}`;
}
