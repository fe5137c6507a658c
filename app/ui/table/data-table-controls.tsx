/** The controls of a data table: the actions on the selected rows and the search above it, and its pages below. */
import type { Table } from "@tanstack/react-table";
import clsx from "clsx";
import type { TFunction } from "i18next";
import { Button, ButtonLink } from "../kit/button";
import { SEARCH_FIELD } from "./base-table";
import { PagesFooter } from "./server-pages";
import type { GlobalAction, TableRow } from "./table-data";

export interface ToolsProps<Row extends TableRow> {
  t: TFunction<"data">;
  table: Table<Row>;
  actions: readonly GlobalAction<Row>[];
  hasSearch: boolean;
}

/** The actions on the selected rows, and the search, which filters while the reader types. */
export function Tools<Row extends TableRow>({ t, table, actions, hasSearch }: ToolsProps<Row>) {
  // Only rows that the search shows: an action must not affect rows that the reader cannot see.
  const selected = table.getFilteredSelectedRowModel().rows.map((row) => row.original);
  return (
    <>
      <span role="status" className="text-sm text-muted empty:sr-only">
        {selected.length > 0 ? t("table.selected", { count: selected.length }) : null}
      </span>
      {actions.map((action) =>
        action.isGlobalOnly || selected.length > 0 ? (
          <Button
            key={action.id}
            size="sm"
            className="noscript:hidden"
            onClick={() => {
              action.run(action.isGlobalOnly ? [] : selected);
              if (!action.isGlobalOnly) table.resetRowSelection();
            }}
          >
            {action.label}
          </Button>
        ) : null,
      )}
      {hasSearch ? (
        <input
          type="search"
          aria-label={t("table.search")}
          placeholder={t("table.search")}
          className={clsx(SEARCH_FIELD, "noscript:hidden")}
          onChange={(event) => table.setGlobalFilter(event.target.value)}
        />
      ) : null}
    </>
  );
}

export interface PagesProps<Row extends TableRow> {
  t: TFunction<"data">;
  /** The name of the table, because a page may have several. */
  title: string;
  table: Table<Row>;
  /** The URL that shows all rows on one page. */
  wholeAt?: string;
}

/** The number of the page, and the buttons to the previous and the next one. */
export function Pages<Row extends TableRow>({ t, title, table, wholeAt }: PagesProps<Row>) {
  const page = table.getState().pagination.pageIndex + 1;
  return (
    <PagesFooter label={t("table.pages", { title })}>
      <span role="status" className="mr-auto text-sm text-muted">
        {t("table.page", { page, pages: table.getPageCount() })}
      </span>
      {wholeAt === undefined ? null : (
        <ButtonLink size="sm" to={wholeAt} className="hidden noscript:inline-flex">
          {t("table.show_all")}
        </ButtonLink>
      )}
      <Button
        size="sm"
        className="noscript:hidden"
        disabled={!table.getCanPreviousPage()}
        onClick={() => table.previousPage()}
      >
        {t("table.previous")}
      </Button>
      <Button
        size="sm"
        className="noscript:hidden"
        disabled={!table.getCanNextPage()}
        onClick={() => table.nextPage()}
      >
        {t("table.next")}
      </Button>
    </PagesFooter>
  );
}
