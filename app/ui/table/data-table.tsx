/** A table whose rows are all in the page. TanStack Table sorts, searches, selects and pages them there. */
import {
  getCoreRowModel,
  getFilteredRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  useReactTable,
  type Column,
  type ColumnDef,
  type SortingState,
  type Table,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { BaseTable, type TableProps } from "./base-table";
import { Pages, Tools } from "./data-table-controls";
import type { ColumnSort } from "./header-cell";
import {
  compareValues,
  containsText,
  toPlainText,
  type GlobalAction,
  type TableColumn,
  type TableRow,
} from "./table-data";

/** Rows on a page. */
const PAGE_SIZE = 10;

export interface DataTableProps<Row extends TableRow> extends TableProps<Row> {
  globalActions?: readonly GlobalAction<Row>[];
  isLoading?: boolean;
  /** The URL that shows all rows on one page, for readers without scripts, and whether the page was opened by it. */
  whole?: { at: string; isShown: boolean };
}

export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const { title, rows, globalActions = [], hasSearch = false, whole } = props;
  const pageSize = whole?.isShown ? Math.max(1, rows.length) : PAGE_SIZE;
  const { t } = useTranslation("data");
  const table = useTableState(props, pageSize);
  const isSelectable = globalActions.some(({ isGlobalOnly }) => !isGlobalOnly);
  return (
    <BaseTable
      {...props}
      rows={table.getRowModel().rows.map((row) => row.original)}
      getSort={({ id }) => toColumnSort(table.getColumn(id))}
      selection={isSelectable ? toSelection(table) : undefined}
      tools={<Tools t={t} table={table} actions={globalActions} hasSearch={hasSearch} />}
      footer={
        table.getPageCount() > 1 ? <Pages t={t} title={title} table={table} wholeAt={whole?.at} /> : null
      }
    />
  );
}

/** Keeps the order, the search and the selection of the table. */
function useTableState<Row extends TableRow>({ rows, columns }: TableProps<Row>, pageSize: number) {
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
    globalFilterFn: (row, column, wanted: unknown) =>
      containsText(String(row.getValue(column)), String(wanted)),
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
    sortingFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
  };
}

function toColumnSort<Row extends TableRow>(column: Column<Row> | undefined): ColumnSort {
  const order = column?.getIsSorted();
  return {
    order: order === "asc" || order === "desc" ? order : "none",
    onToggle: () => column?.toggleSorting(),
  };
}

function toSelection<Row extends TableRow>(table: Table<Row>) {
  return {
    all: {
      isChecked: table.getIsAllRowsSelected(),
      isPartly: table.getIsSomeRowsSelected(),
      onChange: (isChecked: boolean) => table.toggleAllRowsSelected(isChecked),
    },
    has: (id: string) => table.getRow(id).getIsSelected(),
    select: (id: string, isSelected: boolean) => table.getRow(id).toggleSelected(isSelected),
  };
}
