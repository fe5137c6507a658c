/** A row of a table: its checkbox, its cells and its menu. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { toSafeRedirectPath } from "~/domain/paths";
import { Avatar } from "../kit/avatar";
import { Badge } from "../kit/badge";
import { linkClass } from "../kit/text-link";
import { Time } from "../kit/time";
import { RowMenu } from "./row-menu";
import {
  isIsoTime,
  isSafeLink,
  type CellValue,
  type RowAction,
  type TableColumn,
  type TableRow,
} from "./table-data";

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

export interface TableCellProps {
  value: CellValue;
  /** The cell names its row: a text too long for its column is cut, and its title has it in full. */
  isName?: boolean;
}

/** Text, a number, a time, a badge, a link, or a user or account with its avatar. */
export function TableCell({ value, isName = false }: TableCellProps) {
  if (value === null || value === "") return <span className="text-muted">–</span>;
  if (typeof value === "number") return <span className="tabular-nums">{value}</span>;
  if (typeof value === "string" && isIsoTime(value)) return <CellTime iso={value} />;
  if (typeof value === "string") return isName ? <Name text={value} /> : <Words text={value} />;
  switch (value.kind) {
    case "badge":
      return <Badge tone={value.tone}>{value.label}</Badge>;
    case "link":
      return <CellLink label={value.label} url={value.url} />;
    case "who":
      return (
        <span className="flex min-w-0 items-center gap-3 max-sm:gap-2">
          <Avatar name={value.name} src={value.avatar} />
          <span className="min-w-0">
            <b className="font-medium">
              <Name text={value.name} mayWrap />
            </b>
            <span className="text-sm text-muted">
              <Name text={value.detail} />
            </span>
          </span>
        </span>
      );
  }
}

/** One line, cut where its column ends. With `mayWrap` it takes two lines on a phone, broken only between words. */
function Name({ text, mayWrap = false }: { text: string; mayWrap?: boolean }) {
  return (
    <span className={mayWrap ? "cut-name" : "block truncate"} title={text}>
      {text}
    </span>
  );
}

const UNBROKEN_CHARACTERS = 14;

/** Broken anywhere rather than wider than a phone. The minimum width keeps a long column from breaking short words here. */
function Words({ text }: { text: string }) {
  return (
    <span className="block" style={{ minWidth: `${Math.min(text.length, UNBROKEN_CHARACTERS)}ch` }}>
      {text}
    </span>
  );
}

/** A link to a page of the product or to another site. A URL that would run a script is shown as text. */
function CellLink({ label, url }: { label: string; url: string }) {
  const path = toSafeRedirectPath(url, "");
  if (path) {
    return (
      <Link to={path} className={linkClass}>
        {label}
      </Link>
    );
  }
  if (!isSafeLink(url)) return <>{label}</>;
  return (
    <a href={url} rel="noopener noreferrer" className={linkClass}>
      {label}
    </a>
  );
}

/** Broken only between date and time, and only on a phone: the other columns break first. */
function CellTime({ iso }: { iso: string }) {
  return (
    <span className="text-muted [overflow-wrap:normal] md:whitespace-nowrap">
      <Time iso={iso} />
    </span>
  );
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
