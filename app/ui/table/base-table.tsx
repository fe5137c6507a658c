/** The markup of every data table: a title with tools, a head whose columns may sort, rows, and a footer. */
import clsx from "clsx";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState, Skeleton } from "../kit/empty-state";
import { HeaderCell, type ColumnSort } from "./header-cell";
import type { RowAction, TableColumn, TableRow } from "./table-data";
import { BodyRow, getCellClass, SelectBox, type BodyRowProps, type Selection } from "./table-row";

/** The props of every table, whether the page or the server sorts, searches and pages its rows. */
export interface TableProps<Row extends TableRow> {
  /** The name of the table, and the heading above it. */
  title: string;
  rows: readonly Row[];
  /** Create it once, outside the component or by useMemo: a new list sorts and searches again. */
  columns: readonly TableColumn<Row>[];
  rowActions?: readonly RowAction<Row>[];
  hasSearch?: boolean;
}

export interface BaseTableProps<Row extends TableRow> extends TableProps<Row> {
  getSort: (column: TableColumn<Row>) => ColumnSort;
  /** Left out: rows cannot be selected. */
  selection?: Selection;
  isLoading?: boolean;
  /** Rendered beside the title. */
  tools: ReactNode;
  footer: ReactNode;
}

export function BaseTable<Row extends TableRow>(props: BaseTableProps<Row>) {
  const { title, rows, columns, rowActions = [], hasSearch = false, selection, isLoading = false } = props;
  const { t } = useTranslation("data");
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface shadow-control">
      <header className="flex min-h-16 flex-wrap items-center justify-between gap-3 px-4 py-3.5 max-sm:px-3 lg:px-5">
        <h2>{title}</h2>
        <div
          className={clsx("flex flex-wrap items-center gap-2", hasSearch && "min-w-44 flex-1 justify-end")}
        >
          {props.tools}
        </div>
      </header>
      <table aria-busy={isLoading} className="w-full border-collapse text-control">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-y border-line bg-sunken text-left text-sm text-muted">
            {selection ? (
              <th scope="col" className="w-px py-2 pl-4 lg:pl-5">
                <SelectBox label={t("table.select_all")} {...selection.all} />
              </th>
            ) : null}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={props.getSort(column)} />
            ))}
            {rowActions.length > 0 ? (
              <th scope="col" className={`${getCellClass()} w-px py-2`}>
                <span className="sr-only">{t("table.actions")}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <TableBody {...{ t, rows, columns, rowActions, selection, isLoading }} />
      </table>
      {isLoading ? null : props.footer}
    </section>
  );
}

type TableBodyProps<Row extends TableRow> = Omit<BodyRowProps<Row>, "row"> & {
  rows: readonly Row[];
  isLoading: boolean;
};

function TableBody<Row extends TableRow>({ isLoading, ...props }: TableBodyProps<Row>) {
  const { t, rows, columns, rowActions, selection } = props;
  const width = columns.length + (selection ? 1 : 0) + (rowActions.length > 0 ? 1 : 0);
  if (isLoading) return <LoadingRows width={width} />;
  return (
    <tbody>
      {rows.length === 0 ? (
        <tr>
          <td colSpan={width}>
            <EmptyState icon="inbox" text={t("table.no_results")} />
          </td>
        </tr>
      ) : (
        rows.map((row) => <BodyRow key={row.id} row={row} {...props} />)
      )}
    </tbody>
  );
}

/** `aria-busy` on the table tells screen readers that it loads, so the rows need no text. */
function LoadingRows({ width }: { width: number }) {
  return (
    <tbody>
      {LOADING_ROWS.map((row) => (
        <tr key={row} className="border-b border-line last:border-b-0">
          <td colSpan={width} className={`${getCellClass()} py-3`}>
            <Skeleton className="h-5 w-full" />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

const LOADING_ROWS = [1, 2, 3, 4];

/** The classes of the search field. */
export const SEARCH_FIELD =
  "h-8 w-full min-w-0 rounded border border-line-strong bg-surface px-3 field-text shadow-control placeholder:text-faint sm:w-44 md:w-56";
