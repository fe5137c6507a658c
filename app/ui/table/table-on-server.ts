/**
 * What TanStack's table is on the server, in place of its own (vite.config.ts): before a page is read nothing in it is
 * sorted, searched or selected, so a table is its first rows. A test holds the two together.
 */
import type { TableOptions } from "@tanstack/react-table";
import type { TableRow } from "./table-data";

type Options<Row> = Pick<TableOptions<Row>, "data" | "initialState" | "manualPagination">;

/** As much of TanStack's as the parts of a table ask for while they are rendered. */
export function useReactTable<Row extends TableRow>({ data, initialState, manualPagination }: Options<Row>) {
  const pageSize = initialState?.pagination?.pageSize ?? data.length;
  const shown = manualPagination ? data : data.slice(0, pageSize);
  const rows = shown.map((row) => ({ id: row.id, original: row, getIsSelected: () => false }));
  const pageCount = Math.ceil(data.length / pageSize);
  return {
    getRowModel: () => ({ rows }),
    getFilteredSelectedRowModel: () => ({ rows: [] }),
    getColumn: () => UNSORTED,
    getIsAllRowsSelected: () => false,
    getIsSomeRowsSelected: () => false,
    getState: () => ({ pagination: { pageIndex: 0, pageSize } }),
    getPageCount: () => pageCount,
    getCanPreviousPage: () => false,
    getCanNextPage: () => pageCount > 1,
  };
}

const UNSORTED = { getIsSorted: () => false };

/** Options that only the browser's table uses. */
export const getCoreRowModel = () => undefined;
export const getSortedRowModel = getCoreRowModel;
export const getFilteredRowModel = getCoreRowModel;
export const getPaginationRowModel = getCoreRowModel;
