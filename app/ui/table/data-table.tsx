/** The data table: sortable, searchable, with rows to select and things to do with them. Spec §2, §4. */
import { useTranslation } from "react-i18next";
import { EmptyState } from "../kit/empty-state";
import { Skeleton } from "../kit/skeleton";
import { RowMenu } from "./row-menu";
import { SelectBox } from "./select-box";
import { SortableHeader } from "./sortable-header";
import { TableCell } from "./table-cell";
import type { GlobalAction, RowAction, TableColumn, TableRow } from "./table-data";
import { TableHead } from "./table-head";
import { TablePages, type ServerPages } from "./table-pages";
import { useTableState } from "./use-table-state";

export interface DataTableProps<Row extends TableRow> {
  /** Names the table, and stands above it. */
  title: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  rowActions?: readonly RowAction<Row>[];
  globalActions?: readonly GlobalAction<Row>[];
  hasSearch?: boolean;
  isLoading?: boolean;
  pageSize?: number;
  /** The server sorts, searches and pages: links instead of memory, so that it works without scripts. */
  server?: ServerPages;
}

/** Rows with an id, under a head with a search; in memory, or a page at a time from the server. */
export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const { title, rows, columns, rowActions = [], globalActions = [], server, pageSize = 10 } = props;
  const { t } = useTranslation("data");
  const table = useTableState({ rows, columns, pageSize, isServerPaged: server !== undefined });
  const isSelectable = globalActions.some(({ isGlobalOnly }) => !isGlobalOnly);
  const shown = table.getRowModel().rows;
  const width = columns.length + (isSelectable ? 1 : 0) + (rowActions.length > 0 ? 1 : 0);
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface shadow-control">
      <TableHead
        title={title}
        table={table}
        actions={globalActions}
        hasSearch={props.hasSearch ?? false}
        server={server}
      />
      <table className="w-full border-collapse text-control">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-y border-line bg-sunken text-left text-[0.78rem] text-muted">
            {isSelectable ? (
              <th scope="col" className="w-px py-2 pl-4 lg:pl-5">
                <SelectBox
                  label={t("table.select_all")}
                  isChecked={table.getIsAllRowsSelected()}
                  isPartly={table.getIsSomeRowsSelected()}
                  onChange={(isChecked) => {
                    table.toggleAllRowsSelected(isChecked);
                  }}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <SortableHeader
                key={column.id}
                column={column}
                state={table.getColumn(column.id)}
                server={server}
              />
            ))}
            {rowActions.length > 0 ? (
              <th scope="col" className="w-px px-4 py-2 lg:px-5">
                <span className="sr-only">{t("table.actions")}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {props.isLoading ? <LoadingRows width={width} /> : null}
          {!props.isLoading && shown.length === 0 ? (
            <tr>
              <td colSpan={width}>
                <EmptyState icon="search-x" text={t("table.no_results")} />
              </td>
            </tr>
          ) : null}
          {!props.isLoading &&
            shown.map((row) => (
              <tr
                key={row.id}
                className="border-b border-line transition-colors last:border-b-0 hover:bg-sunken"
              >
                {isSelectable ? (
                  <td className="py-2.5 pl-4 lg:pl-5">
                    <SelectBox
                      label={t("table.select_row", { row: String(row.getValue(columns[0]?.id ?? "")) })}
                      isChecked={row.getIsSelected()}
                      onChange={(isChecked) => {
                        row.toggleSelected(isChecked);
                      }}
                    />
                  </td>
                ) : null}
                {columns.map((column) => (
                  <td
                    key={column.id}
                    className={
                      column.isMinor ? "hidden px-4 py-2.5 md:table-cell lg:px-5" : "px-4 py-2.5 lg:px-5"
                    }
                  >
                    <TableCell value={column.cell(row.original)} isTime={column.isTime} />
                  </td>
                ))}
                {rowActions.length > 0 ? (
                  <td className="px-4 py-2.5 text-right lg:px-5">
                    <RowMenu row={row.original} actions={rowActions} />
                  </td>
                ) : null}
              </tr>
            ))}
        </tbody>
      </table>
      <TablePages table={table} server={server} />
    </section>
  );
}

function LoadingRows({ width }: { width: number }) {
  return [1, 2, 3].map((row) => (
    <tr key={row} className="border-b border-line last:border-b-0">
      <td colSpan={width} className="px-4 py-3 lg:px-5">
        <Skeleton className="h-5 w-full" />
      </td>
    </tr>
  ));
}
