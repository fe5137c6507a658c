/** A column's head: a button that sorts, or with a server a link that does. */
import { Link } from "@remix-run/react";
import type { Column } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { TableColumn, TableRow } from "./table-data";
import { sortLink, type ServerPages } from "./table-pages";

export interface SortableHeaderProps<Row extends TableRow> {
  column: TableColumn<Row>;
  state: Column<Row> | undefined;
  server?: ServerPages;
}

/** Toggles between ascending and descending. Spec §4. */
export function SortableHeader<Row extends TableRow>({ column, state, server }: SortableHeaderProps<Row>) {
  const sorted = server
    ? server.sort === column.id
      ? server.direction
      : false
    : (state?.getIsSorted() ?? false);
  const frame = column.isMinor
    ? "hidden px-4 py-2 font-medium md:table-cell lg:px-5"
    : "px-4 py-2 font-medium lg:px-5";
  if (!column.isSortable) {
    return (
      <th scope="col" className={frame}>
        {column.header}
      </th>
    );
  }
  const Sign = sorted === "asc" ? ArrowUp : sorted === "desc" ? ArrowDown : ChevronsUpDown;
  const content = (
    <>
      {column.header}
      <Sign aria-hidden className="size-3 opacity-60" strokeWidth={1.75} />
    </>
  );
  const look = "inline-flex items-center gap-1 rounded-sm hover:text-text";
  return (
    <th
      scope="col"
      aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none"}
      className={frame}
    >
      {server ? (
        <Link to={sortLink(server, column.id)} preventScrollReset className={look}>
          {content}
        </Link>
      ) : (
        <button type="button" className={look} onClick={() => state?.toggleSorting()}>
          {content}
        </button>
      )}
    </th>
  );
}
