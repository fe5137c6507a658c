/** Below a table: the pages, when there is more than one. */
import type { Table } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "../kit/button";
import type { TableRow } from "./table-data";

/** A page that the server cut: its order and search, and the cursors of its neighbours. */
export interface ServerPages {
  sort?: string;
  direction?: "asc" | "desc";
  search?: string;
  next?: string;
  previous?: string;
}

/** The address of the same list, sorted by `column`: descending if it is ascending now. */
export function sortLink({ sort, direction, search }: ServerPages, column: string): string {
  const turned = sort === column && direction === "asc" ? "desc" : "asc";
  return address({ search, sort: column, direction: turned });
}

export function TablePages<Row extends TableRow>({
  table,
  server,
}: {
  table: Table<Row>;
  server?: ServerPages;
}) {
  const { t } = useTranslation("data");
  if (server) {
    if (!server.next && !server.previous) return null;
    const { next, previous, ...kept } = server;
    return (
      <Footer>
        {previous ? (
          <ButtonLink size="sm" to={address({ ...kept, before: previous })}>
            {t("table.previous")}
          </ButtonLink>
        ) : null}
        {next ? (
          <ButtonLink size="sm" to={address({ ...kept, after: next })}>
            {t("table.next")}
          </ButtonLink>
        ) : null}
      </Footer>
    );
  }
  if (table.getPageCount() <= 1) return null;
  return (
    <Footer>
      <span className="mr-auto text-sm text-muted">
        {t("table.page", { page: table.getState().pagination.pageIndex + 1, count: table.getPageCount() })}
      </span>
      <Button size="sm" disabled={!table.getCanPreviousPage()} onClick={() => table.previousPage()}>
        {t("table.previous")}
      </Button>
      <Button size="sm" disabled={!table.getCanNextPage()} onClick={() => table.nextPage()}>
        {t("table.next")}
      </Button>
    </Footer>
  );
}

function Footer({ children }: { children: ReactNode }) {
  return (
    <footer className="flex items-center justify-end gap-2 border-t border-line bg-sunken px-4 py-2.5 lg:px-5">
      {children}
    </footer>
  );
}

function address(query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return `?${search.toString()}`;
}
