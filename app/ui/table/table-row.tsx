/** A row of a table: its checkbox, its cells and its menu. */
import clsx from "clsx";
import type { ReactNode } from "react";
import type { TranslateFile } from "~/domain/message-keys";
import { RowMenu } from "./row-menu";
import { isShortText, TableCell } from "./table-cell";
import type { CellValue, RowAction, TableColumn, TableRow } from "./table-data";

/** The checkboxes of a table whose rows can be selected. */
export interface SelectBoxes<Row extends TableRow> {
  /** The box of all rows. */
  all: ReactNode;
  /** The box of a row with this name; null where the row cannot be selected. */
  render: (row: Row, name: string) => ReactNode;
}

export interface BodyRowProps<Row extends TableRow> {
  t: TranslateFile<"data">;
  row: Row;
  columns: readonly TableColumn<Row>[];
  rowActions: readonly RowAction<Row>[];
  boxes?: SelectBoxes<Row>;
}

export function BodyRow<Row extends TableRow>(props: BodyRowProps<Row>) {
  const { t, row, columns, rowActions, boxes } = props;
  const cells = columns.map((column) => column.cell(row));
  const name = toRowName(cells[0] ?? null);
  return (
    <tr className="data-row">
      {boxes ? <td className="screen-only py-2.5 pl-4 lg:pl-5">{boxes.render(row, name)}</td> : null}
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
