/** The head of a table column, with the control that sorts by it. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import type { TableColumn, TableRow } from "./table-data";
import { getCellClass } from "./table-row";

export type SortOrder = "asc" | "desc" | "none";
/** How a column is sorted, and how the reader changes it: by a link where the server sorts, otherwise by a function. */
export type ColumnSort = { order: SortOrder } & ({ to: string } | { onToggle: () => void });

export interface HeaderCellProps<Row extends TableRow> {
  column: TableColumn<Row>;
  sort: ColumnSort;
}

/** The head of a column. It toggles between ascending and descending when the column sorts. */
export function HeaderCell<Row extends TableRow>({ column, sort }: HeaderCellProps<Row>) {
  const className = clsx(getCellClass(column), "py-2 font-medium");
  if (!column.isSortable) {
    return (
      <th scope="col" className={className}>
        {column.header}
      </th>
    );
  }
  const { Arrow, ariaSort } = SORTED[sort.order];
  const isLink = "to" in sort;
  const content = (
    <>
      {column.header}
      <Arrow aria-hidden className={clsx("size-3 opacity-60", !isLink && "noscript:hidden")} />
    </>
  );
  return (
    <th scope="col" aria-sort={ariaSort} className={className}>
      {isLink ? (
        <Link to={sort.to} preventScrollReset className={SORT_CONTROL}>
          {content}
        </Link>
      ) : (
        <button type="button" className={SORT_CONTROL} onClick={sort.onToggle}>
          {content}
        </button>
      )}
    </th>
  );
}

const SORT_CONTROL = "inline-flex items-center gap-1 rounded-sm text-left hover:text-text";

const SORTED = {
  asc: { Arrow: ArrowUp, ariaSort: "ascending" },
  desc: { Arrow: ArrowDown, ariaSort: "descending" },
  none: { Arrow: ChevronsUpDown, ariaSort: "none" },
} as const;
