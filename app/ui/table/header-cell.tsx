/** The head of a table column, with the control that sorts by it. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Icon } from "../kit/icon";
import type { TableColumn, TableRow } from "./table-data";
import { getCellClass } from "./table-row";

type SortOrder = "asc" | "desc" | "none";
/** How a column is sorted, and the link that changes it. */
export interface ColumnSort {
  order: SortOrder;
  to: string;
}

interface HeaderCellProps<Row extends TableRow> {
  column: TableColumn<Row>;
  sort: ColumnSort;
}

/** The head of a column. It toggles between ascending and descending when the column sorts. */
export function HeaderCell<Row extends TableRow>({ column, sort }: HeaderCellProps<Row>) {
  const className = clsx(getCellClass(column), "whitespace-nowrap py-2 font-medium");
  if (!column.isSortable) {
    return (
      <th scope="col" className={className}>
        {column.header}
      </th>
    );
  }
  const { icon, ariaSort } = SORTED[sort.order];
  return (
    <th scope="col" aria-sort={ariaSort} className={className}>
      <Link
        to={sort.to}
        preventScrollReset
        className="inline-flex items-center gap-1 rounded-sm text-left hover:text-text"
      >
        {column.header}
        <Icon name={icon} className="size-3 opacity-60" />
      </Link>
    </th>
  );
}

const SORTED = {
  asc: { icon: "arrow-up", ariaSort: "ascending" },
  desc: { icon: "arrow-down", ariaSort: "descending" },
  none: { icon: "chevrons-up-down", ariaSort: "none" },
} as const;
