/** A row of a table: its checkbox, its cells and its menu. */
import clsx from "clsx";
import { useEffect, useRef } from "react";
import type { TranslateFile } from "~/domain/message-keys";
import { RowMenu } from "./row-menu";
import { isShortText, TableCell } from "./table-cell";
import { isSelectable, type CellValue, type RowAction, type TableColumn, type TableRow } from "./table-data";

/** The state of the checkboxes. Rows are named by id. */
export interface Selection {
  all: Omit<SelectBoxProps, "label">;
  has: (id: string) => boolean;
  select: (id: string, isSelected: boolean) => void;
}

export interface BodyRowProps<Row extends TableRow> {
  t: TranslateFile<"data">;
  row: Row;
  columns: readonly TableColumn<Row>[];
  rowActions: readonly RowAction<Row>[];
  selection?: Selection;
  /** The id of the form that gets the selected rows as `ids` where scripts do not run. */
  selectionForm?: string;
}

export function BodyRow<Row extends TableRow>(props: BodyRowProps<Row>) {
  const { t, row, columns, rowActions, selection, selectionForm } = props;
  const cells = columns.map((column) => column.cell(row));
  const name = toRowName(cells[0] ?? null);
  return (
    <tr className="data-row">
      {selection ? (
        <td className="screen-only py-2.5 pl-4 lg:pl-5">
          {isSelectable(row) ? (
            <SelectBox
              label={t("table.select_row", { name })}
              isChecked={selection.has(row.id)}
              onChange={(isChecked) => selection.select(row.id, isChecked)}
              {...(selectionForm && { form: selectionForm, value: row.id })}
            />
          ) : null}
        </td>
      ) : null}
      {columns.map((column, index) => {
        const value = cells[index] ?? null;
        if (index === 0) {
          return (
            <th key={column.id} scope="row" className={clsx(getCellClass(column), "cell-name")}>
              <TableCell value={value} isName />
            </th>
          );
        }
        return (
          <td
            key={column.id}
            className={clsx(getCellClass(column), isShortText(value) && "whitespace-nowrap")}
          >
            <TableCell value={value} />
          </td>
        );
      })}
      {rowActions.length > 0 ? (
        <td className={`${getCellClass({ isScreenOnly: true })} py-2 text-right`}>
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

interface SelectBoxProps {
  label: string;
  isChecked: boolean;
  /** Only some rows are selected: the checkbox is indeterminate. */
  isPartly?: boolean;
  onChange: (isChecked: boolean) => void;
  /** The form that gets `value` as one of its `ids`. */
  form?: string;
  value?: string;
}

/** The checkbox of a row, or of all rows. Hidden without scripts, unless a form gets the selection. */
export function SelectBox({ label, isChecked, isPartly = false, onChange, form, value }: SelectBoxProps) {
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
      {...(form && { form, name: "ids", value })}
      className={clsx("box mt-0", !form && "noscript:hidden")}
    />
  );
}

type CellLook = Pick<TableColumn<TableRow>, "isMinor" | "isNumber" | "isScreenOnly">;

/** The padding of a cell. A minor column is visible only on wide screens; a column of numbers is aligned at the right. */
export function getCellClass({ isMinor, isNumber, isScreenOnly }: CellLook = {}): string {
  return clsx(
    "cell",
    isMinor && "max-md:hidden",
    isNumber && "whitespace-nowrap text-right tabular-nums",
    isScreenOnly && "screen-only",
  );
}
