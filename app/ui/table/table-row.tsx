/** A row of a table: its checkbox, its cells and its menu. */
import clsx from "clsx";
import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { RowMenu } from "./row-menu";
import { TableCell } from "./table-cell";
import type { CellValue, RowAction, TableColumn, TableRow } from "./table-data";

/** The state of the checkboxes. Rows are named by id. */
export interface Selection {
  all: Omit<SelectBoxProps, "label">;
  has: (id: string) => boolean;
  select: (id: string, isSelected: boolean) => void;
}

export interface BodyRowProps<Row extends TableRow> {
  t: TFunction<"data">;
  row: Row;
  columns: readonly TableColumn<Row>[];
  rowActions: readonly RowAction<Row>[];
  selection?: Selection;
}

export function BodyRow<Row extends TableRow>({ t, row, columns, rowActions, selection }: BodyRowProps<Row>) {
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

/** The name of the row, for the labels of its controls: its first cell. */
function toRowName(cell: CellValue): string {
  if (cell === null) return "";
  if (typeof cell !== "object") return String(cell);
  return cell.kind === "who" ? cell.name : cell.label;
}

export interface SelectBoxProps {
  label: string;
  isChecked: boolean;
  /** Only some rows are selected: the checkbox is indeterminate. */
  isPartly?: boolean;
  onChange: (isChecked: boolean) => void;
}

/** The checkbox of a row, or of all rows. Hidden without scripts, which the actions on a selection need. */
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

/** The padding of a cell. A minor column is visible only on wide screens. */
export function getCellClass({ isMinor = false }: { isMinor?: boolean } = {}): string {
  return isMinor ? "cell max-md:hidden" : "cell";
}
