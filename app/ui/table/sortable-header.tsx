/** A column's head: a button that sorts, or with a server a link that does. */
import { Link } from "@remix-run/react";
import type { Column } from "@tanstack/react-table";
import clsx from "clsx";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { cellClass } from "./cell-class";
import { sortLink, type ServerPages } from "./server-pages";
import type { TableColumn, TableRow } from "./table-data";

export interface SortableHeaderProps<Row extends TableRow> {
  column: TableColumn<Row>;
  state: Column<Row> | undefined;
  server?: ServerPages;
}

/** Toggles between ascending and descending. Spec §4. */
export function SortableHeader<Row extends TableRow>({ column, state, server }: SortableHeaderProps<Row>) {
  const frame = clsx(cellClass(column), "py-2 font-medium");
  if (!column.isSortable) {
    return (
      <th scope="col" className={frame}>
        {column.header}
      </th>
    );
  }
  const { sign: Sign, order } = SORTED[server ? serverOrder(server, column.id) : memoryOrder(state)];
  const content = (
    <>
      {column.header}
      <Sign aria-hidden className={clsx("size-3 opacity-60", !server && "noscript:hidden")} />
    </>
  );
  return (
    <th scope="col" aria-sort={order} className={frame}>
      {server ? (
        <Link to={sortLink(server, column.id)} preventScrollReset className={LOOK}>
          {content}
        </Link>
      ) : (
        <button type="button" className={LOOK} onClick={() => state?.toggleSorting()}>
          {content}
        </button>
      )}
    </th>
  );
}

function serverOrder({ sort, direction = "asc" }: ServerPages, column: string): keyof typeof SORTED {
  return sort === column ? direction : "none";
}

function memoryOrder<Row extends TableRow>(state: Column<Row> | undefined): keyof typeof SORTED {
  const order = state?.getIsSorted();
  return order === false || order === undefined ? "none" : order;
}

const LOOK = "inline-flex items-center gap-1 rounded-sm text-left hover:text-text";

const SORTED = {
  asc: { sign: ArrowUp, order: "ascending" },
  desc: { sign: ArrowDown, order: "descending" },
  none: { sign: ChevronsUpDown, order: "none" },
} as const;
