/** A table whose rows are all in the page: sorted, searched, selected and paged there, by TanStack Table. */
import type { Table } from "@tanstack/react-table";
import clsx from "clsx";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "../kit/button";
import { PagesFooter } from "./server-footer";
import type { GlobalAction, TableRow } from "./table-data";
import { SEARCH_FIELD, TableFrame, type TableProps } from "./table-frame";
import { useTableState } from "./use-table-state";

/** Rows of a page. */
const PAGE_SIZE = 10;

export interface DataTableProps<Row extends TableRow> extends TableProps<Row> {
  globalActions?: readonly GlobalAction<Row>[];
  isLoading?: boolean;
  pageSize?: number;
  /** The URL that shows all rows on one page, for readers without scripts, and whether this is it. */
  whole?: { at: string; isShown: boolean };
}

export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const { title, rows, columns, globalActions = [], hasSearch = false, whole } = props;
  const pageSize = whole?.isShown ? Math.max(1, rows.length) : (props.pageSize ?? PAGE_SIZE);
  const { t } = useTranslation("data");
  const table = useTableState({ rows, columns, pageSize });
  const isSelectable = globalActions.some(({ isGlobalOnly }) => !isGlobalOnly);
  return (
    <TableFrame
      {...props}
      rows={table.getRowModel().rows.map((row) => row.original)}
      sortOf={({ id }) => {
        const column = table.getColumn(id);
        const order = column?.getIsSorted();
        return {
          order: order === "asc" || order === "desc" ? order : "none",
          onToggle: () => column?.toggleSorting(),
        };
      }}
      selection={isSelectable ? toSelection(table) : undefined}
      tools={<Tools t={t} table={table} actions={globalActions} hasSearch={hasSearch} />}
      footer={
        table.getPageCount() > 1 ? <Pages t={t} title={title} table={table} wholeAt={whole?.at} /> : null
      }
    />
  );
}

function toSelection<Row extends TableRow>(table: Table<Row>) {
  return {
    all: {
      isChecked: table.getIsAllRowsSelected(),
      isPartly: table.getIsSomeRowsSelected(),
      onChange: (isChecked: boolean) => table.toggleAllRowsSelected(isChecked),
    },
    has: (id: string) => table.getRow(id).getIsSelected(),
    select: (id: string, isSelected: boolean) => table.getRow(id).toggleSelected(isSelected),
  };
}

interface ToolsProps<Row extends TableRow> {
  t: TFunction<"data">;
  table: Table<Row>;
  actions: readonly GlobalAction<Row>[];
  hasSearch: boolean;
}

/** What can be done with the selected rows, and the search, which finds while the reader types. */
function Tools<Row extends TableRow>({ t, table, actions, hasSearch }: ToolsProps<Row>) {
  // Only rows that the search shows: an action must not reach rows out of sight.
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

interface PagesProps<Row extends TableRow> {
  t: TFunction<"data">;
  /** Of the table: the page may have several. */
  title: string;
  table: Table<Row>;
  /** Where all rows stand on one page. */
  wholeAt?: string;
}

function Pages<Row extends TableRow>({ t, title, table, wholeAt }: PagesProps<Row>) {
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
