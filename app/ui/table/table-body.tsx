/** The rows of a table; grey ones while they load, and a sentence when there are none. */
import type { Row as StateRow } from "@tanstack/react-table";
import clsx from "clsx";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../kit/empty-state";
import { Skeleton } from "../kit/skeleton";
import { cellClass, NAME_CELL } from "./cell-class";
import { RowMenu } from "./row-menu";
import { SelectBox } from "./select-box";
import { TableCell } from "./table-cell";
import type { CellValue, RowAction, TableColumn, TableRow } from "./table-data";

const LOADING_ROWS = [1, 2, 3, 4];

export interface TableBodyProps<Row extends TableRow> {
  rows: readonly StateRow<Row>[];
  columns: readonly TableColumn<Row>[];
  rowActions: readonly RowAction<Row>[];
  isSelectable: boolean;
  isLoading: boolean;
}

export function TableBody<Row extends TableRow>(props: TableBodyProps<Row>) {
  const { rows, columns, rowActions, isSelectable, isLoading } = props;
  const width = columns.length + (isSelectable ? 1 : 0) + (rowActions.length > 0 ? 1 : 0);
  if (isLoading) return <LoadingRows width={width} />;
  if (rows.length === 0) return <NoRows width={width} />;
  return (
    <tbody>
      {rows.map((row) => (
        <BodyRow key={row.id} row={row} isSelected={row.getIsSelected()} {...props} />
      ))}
    </tbody>
  );
}

interface BodyRowProps<Row extends TableRow> extends TableBodyProps<Row> {
  row: StateRow<Row>;
  isSelected: boolean;
}

function BodyRow<Row extends TableRow>({
  row,
  isSelected,
  columns,
  rowActions,
  isSelectable,
}: BodyRowProps<Row>) {
  const { t } = useTranslation("data");
  const first = columns[0]?.cell(row.original) ?? null;
  return (
    <tr className="data-row">
      {isSelectable ? (
        <td className="py-2.5 pl-4 lg:pl-5">
          <SelectBox
            label={t("table.select_row", { name: nameIn(first) })}
            isChecked={isSelected}
            onChange={(isChecked) => row.toggleSelected(isChecked)}
          />
        </td>
      ) : null}
      {columns.map((column, index) => (
        <td key={column.id} className={clsx(cellClass(column), index === 0 && NAME_CELL)}>
          <TableCell value={column.cell(row.original)} isName={index === 0} />
        </td>
      ))}
      {rowActions.length > 0 ? (
        <td className={`${cellClass()} py-2 text-right`}>
          <RowMenu row={row.original} name={nameIn(first)} actions={rowActions} />
        </td>
      ) : null}
    </tr>
  );
}

/** What the row is called, where its controls need a name: its first cell. */
function nameIn(cell: CellValue): string {
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
          <td colSpan={width} className={`${cellClass()} py-3`}>
            <Skeleton className="h-5 w-full" />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

function NoRows({ width }: { width: number }) {
  const { t } = useTranslation("data");
  return (
    <tbody>
      <tr>
        <td colSpan={width}>
          <EmptyState icon="inbox" text={t("table.no_results")} />
        </td>
      </tr>
    </tbody>
  );
}
