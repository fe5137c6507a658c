/** The rows of a table; grey ones while they load, and a sentence when there are none. */
import clsx from "clsx";
import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { EmptyState, Skeleton } from "../kit/empty-state";
import { RowMenu } from "./row-menu";
import { TableCell } from "./table-cell";
import type { CellValue, RowAction, TableColumn, TableRow } from "./table-data";

const LOADING_ROWS = [1, 2, 3, 4];

/** Which rows are selected, by id. */
export interface Selection {
  all: Omit<SelectBoxProps, "label">;
  has: (id: string) => boolean;
  select: (id: string, isSelected: boolean) => void;
}

export interface TableBodyProps<Row extends TableRow> {
  t: TFunction<"data">;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  rowActions: readonly RowAction<Row>[];
  selection?: Selection;
  isLoading: boolean;
}

export function TableBody<Row extends TableRow>({ isLoading, ...props }: TableBodyProps<Row>) {
  const { t, rows, columns, rowActions, selection } = props;
  const width = columns.length + (selection ? 1 : 0) + (rowActions.length > 0 ? 1 : 0);
  if (isLoading) return <LoadingRows width={width} />;
  return (
    <tbody>
      {rows.length === 0 ? (
        <tr>
          <td colSpan={width}>
            <EmptyState icon="inbox" text={t("table.no_results")} />
          </td>
        </tr>
      ) : (
        rows.map((row) => <BodyRow key={row.id} row={row} {...props} />)
      )}
    </tbody>
  );
}

type BodyRowProps<Row extends TableRow> = Omit<TableBodyProps<Row>, "rows" | "isLoading"> & { row: Row };

function BodyRow<Row extends TableRow>({ t, row, columns, rowActions, selection }: BodyRowProps<Row>) {
  const name = toRowName(columns[0]?.cell(row) ?? null);
  return (
    <tr className="data-row">
      {selection ? (
        <td className="py-2.5 pl-4 lg:pl-5">
          <SelectBox
            label={t("table.select_row", { name })}
            isChecked={selection.has(row.id)}
            onChange={(isChecked) => selection.select(row.id, isChecked)}
          />
        </td>
      ) : null}
      {columns.map((column, index) => (
        <td key={column.id} className={clsx(getCellClass(column), index === 0 && "cell-name")}>
          <TableCell value={column.cell(row)} isName={index === 0} />
        </td>
      ))}
      {rowActions.length > 0 ? (
        <td className={`${getCellClass()} py-2 text-right`}>
          <RowMenu t={t} row={row} name={name} actions={rowActions} />
        </td>
      ) : null}
    </tr>
  );
}

/** What the row is called, where its controls need a name: its first cell. */
function toRowName(cell: CellValue): string {
  if (cell === null) return "";
  if (typeof cell !== "object") return String(cell);
  return cell.kind === "who" ? cell.name : cell.label;
}

/** The table is marked as busy; what it waits for needs no words. */
function LoadingRows({ width }: { width: number }) {
  return (
    <tbody>
      {LOADING_ROWS.map((row) => (
        <tr key={row} className="border-b border-line last:border-b-0">
          <td colSpan={width} className={`${getCellClass()} py-3`}>
            <Skeleton className="h-5 w-full" />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

export interface SelectBoxProps {
  label: string;
  isChecked: boolean;
  /** Some rows are selected: the box is neither on nor off. */
  isPartly?: boolean;
  onChange: (isChecked: boolean) => void;
}

/** The checkbox of a row, or of all rows. Without scripts a selection could not be used, so there is none. */
export function SelectBox({ label, isChecked, isPartly = false, onChange }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly && !isChecked;
  }, [isPartly, isChecked]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      onChange={(event) => onChange(event.target.checked)}
      className="block size-4 accent-accent noscript:hidden"
    />
  );
}

/** Padding of a cell; a minor column is there on wide screens only. */
export function getCellClass({ isMinor = false }: { isMinor?: boolean } = {}): string {
  return isMinor ? "cell max-md:hidden" : "cell";
}
