/** The data table: sortable, searchable, with rows to select and things to do with them. Spec §2, §4. */
import { useTranslation } from "react-i18next";
import { cellClass } from "./cell-class";
import { SelectBox } from "./select-box";
import type { ServerPages } from "./server-pages";
import { SortableHeader } from "./sortable-header";
import { TableBody } from "./table-body";
import type { GlobalAction, RowAction, TableColumn, TableRow } from "./table-data";
import { TableHead } from "./table-head";
import { TablePages } from "./table-pages";
import { useTableState } from "./use-table-state";

/** Rows of a page, when they are all in memory. */
const PAGE_SIZE = 10;

export interface DataTableProps<Row extends TableRow> {
  /** Names the table, and stands above it. */
  title: string;
  rows: readonly Row[];
  /** Make it once, outside the component or by useMemo: a new list sorts and searches anew. */
  columns: readonly TableColumn<Row>[];
  rowActions?: readonly RowAction<Row>[];
  globalActions?: readonly GlobalAction<Row>[];
  hasSearch?: boolean;
  isLoading?: boolean;
  pageSize?: number;
  /** The address that shows all rows on one page, for readers without scripts, and whether this is it. */
  whole?: { at: string; isShown: boolean };
  /** The server sorts, searches and pages: links instead of memory, so that it works without scripts. */
  server?: ServerPages;
}

/** Rows with an id, under a head with a search; in memory, or a page at a time from the server. */
export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const { title, rows, columns, rowActions = [], globalActions = [], server } = props;
  const pageSize = props.whole?.isShown ? Math.max(1, rows.length) : (props.pageSize ?? PAGE_SIZE);
  const { t } = useTranslation("data");
  const table = useTableState({ rows, columns, pageSize, isServerPaged: server !== undefined });
  const isSelectable = globalActions.some(({ isGlobalOnly }) => !isGlobalOnly);
  const isLoading = props.isLoading ?? false;
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface shadow-control">
      <TableHead
        title={title}
        table={table}
        actions={globalActions}
        hasSearch={props.hasSearch ?? false}
        server={server}
      />
      <table aria-busy={isLoading} className="w-full border-collapse text-control">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-y border-line bg-sunken text-left text-sm text-muted">
            {isSelectable ? (
              <th scope="col" className="w-px py-2 pl-4 lg:pl-5">
                <SelectBox
                  label={t("table.select_all")}
                  isChecked={table.getIsAllRowsSelected()}
                  isPartly={table.getIsSomeRowsSelected()}
                  onChange={(isChecked) => table.toggleAllRowsSelected(isChecked)}
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
              <th scope="col" className={`${cellClass()} w-px py-2`}>
                <span className="sr-only">{t("table.actions")}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <TableBody
          rows={table.getRowModel().rows}
          columns={columns}
          rowActions={rowActions}
          isSelectable={isSelectable}
          isLoading={isLoading}
        />
      </table>
      {isLoading ? null : (
        <TablePages title={title} table={table} server={server} wholeAt={props.whole?.at} />
      )}
    </section>
  );
}
