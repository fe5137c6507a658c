/** Sorting, searching, selecting and paging of a table, kept by TanStack Table. */
import {
  getCoreRowModel,
  getFilteredRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  useReactTable,
  type ColumnDef,
  type SortingState,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { plainText, type TableColumn, type TableRow } from "./table-data";

export interface TableStateOptions<Row extends TableRow> {
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  pageSize: number;
  /** The server has sorted, searched and cut the page already. */
  isServerPaged: boolean;
}

export function useTableState<Row extends TableRow>({
  rows,
  columns,
  pageSize,
  isServerPaged,
}: TableStateOptions<Row>) {
  const [sorting, setSorting] = useState<SortingState>([]);
  const [globalFilter, setGlobalFilter] = useState("");
  const [rowSelection, setRowSelection] = useState<Record<string, boolean>>({});
  const data = useMemo(() => [...rows], [rows]);
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  return useReactTable({
    data,
    columns: definitions,
    getRowId: (row) => row.id,
    state: { sorting, globalFilter, rowSelection },
    initialState: { pagination: { pageIndex: 0, pageSize } },
    onSortingChange: setSorting,
    onGlobalFilterChange: setGlobalFilter,
    onRowSelectionChange: setRowSelection,
    enableSortingRemoval: false,
    sortDescFirst: false,
    manualSorting: isServerPaged,
    manualFiltering: isServerPaged,
    manualPagination: isServerPaged,
    globalFilterFn: "includesString",
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getFilteredRowModel: getFilteredRowModel(),
    getPaginationRowModel: getPaginationRowModel(),
  });
}

function definitionOf<Row extends TableRow>(column: TableColumn<Row>): ColumnDef<Row> {
  return {
    id: column.id,
    header: column.header,
    accessorFn: (row) => {
      const value = column.cell(row);
      return typeof value === "number" ? value : plainText(value);
    },
    enableSorting: column.isSortable ?? false,
    sortingFn: "alphanumeric",
  };
}
