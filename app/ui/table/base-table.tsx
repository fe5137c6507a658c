/** The markup of every data table: a title with tools, a head whose columns may sort, rows, and a footer. */
import type { ReactNode, RefObject } from "react";
import type { TranslateFile } from "~/domain/message-keys";
import { HeaderCell, type ColumnSort } from "./header-cell";
import type { RowAction, TableColumn, TableRow } from "./table-data";
import { BodyRow, getCellClass, type BodyRowProps, type SelectBoxes } from "./table-row";

/** The contents of a table. */
export interface TableProps<Row extends TableRow> {
  /** The name of the table, and the heading above it. */
  title: string;
  /** Next to the heading. */
  badge?: ReactNode;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  rowActions?: readonly RowAction<Row>[];
  /** Why the list is empty when nothing limits it; by default "No Results". */
  emptyText?: string;
}

interface BaseTableProps<Row extends TableRow> extends TableProps<Row> {
  t: TranslateFile<"data">;
  /** Gets the focus when an action has removed what had it. */
  heading?: RefObject<HTMLHeadingElement>;
  getSort: (column: TableColumn<Row>) => ColumnSort;
  /** Left out: rows cannot be selected. */
  boxes?: SelectBoxes<Row>;
  /** Rendered next to the title. */
  tools: ReactNode;
  /** Shown instead of the rows when there are none. */
  empty: ReactNode;
  footer: ReactNode;
}

export function BaseTable<Row extends TableRow>(props: BaseTableProps<Row>) {
  const { t, heading, title, rows, columns, rowActions = [], boxes } = props;
  return (
    <section className="card">
      <header className="flex min-h-16 flex-wrap items-center justify-between gap-3 px-4 py-3.5 max-sm:px-3 lg:px-5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {props.badge}
        </div>
        {props.tools ? (
          <div className="flex min-w-44 flex-1 flex-wrap items-center justify-end gap-2">{props.tools}</div>
        ) : null}
      </header>
      <table className="w-full border-collapse text-control">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-y border-line bg-sunken text-left text-sm text-muted">
            {boxes ? (
              <th scope="col" className="screen-only w-px py-2 pl-4 lg:pl-5">
                {boxes.all}
              </th>
            ) : null}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={props.getSort(column)} />
            ))}
            {rowActions.length > 0 ? (
              <th scope="col" className={`${getCellClass({ isScreenOnly: true })} w-px py-2`}>
                <span className="sr-only">{t("table.actions")}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <TableBody {...{ t, rows, columns, rowActions, boxes }} empty={props.empty} />
      </table>
      {props.footer}
    </section>
  );
}

type TableBodyProps<Row extends TableRow> = Omit<BodyRowProps<Row>, "row"> & {
  rows: readonly Row[];
  empty: ReactNode;
};

function TableBody<Row extends TableRow>({ rows, empty, ...props }: TableBodyProps<Row>) {
  const { columns, rowActions, boxes } = props;
  const width = columns.length + (boxes ? 1 : 0) + (rowActions.length > 0 ? 1 : 0);
  return (
    <tbody>
      {rows.length === 0 ? (
        <tr>
          <td colSpan={width}>{empty}</td>
        </tr>
      ) : (
        rows.map((row) => <BodyRow key={row.id} row={row} {...props} />)
      )}
    </tbody>
  );
}
