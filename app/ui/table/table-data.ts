/** What a table shows: rows, columns and what can be done with them. Spec §2 "Data tables", §3 "Table row". */
import type { Tone } from "../kit/badge";

export interface TableRow {
  id: string;
  /** Ids of the actions that this row offers; all that its values allow, unless told. */
  actions?: readonly string[];
}

/** A cell that is more than text. A text that is an ISO time is shown as date and time. */
export type CellValue =
  | string
  | number
  | null
  | { kind: "badge"; label: string; tone?: Tone }
  | { kind: "link"; label: string; url: string }
  | { kind: "who"; name: string; detail: string; avatar?: string | null };

export interface TableColumn<Row extends TableRow> {
  id: string;
  header: string;
  cell: (row: Row) => CellValue;
  isSortable?: boolean;
  /** Only on wide screens. */
  isMinor?: boolean;
}

/** Something to do with one row: a link, which needs no script, or a function. */
export type RowAction<Row extends TableRow> = {
  id: string;
  label: string;
  isDestructive?: boolean;
  /** Only where scripts are off: the link to where the others can be done. */
  isFallback?: boolean;
  /** Which rows have it: those with these values, or those the function picks. All, unless told. */
  condition?: Partial<Row> | ((row: Row) => boolean);
} & ({ run: (row: Row) => void } | { href: (row: Row) => string });

/** Something to do with the selected rows. */
export interface GlobalAction<Row extends TableRow> {
  id: string;
  label: string;
  /** Needs no selected rows, and takes none. Spec §6. */
  isGlobalOnly?: boolean;
  run: (rows: Row[]) => void;
}

/** The actions of this row: those of its own list, if it has one, whose conditions its values meet. Spec §6. */
export function listRowActions<Row extends TableRow>(
  row: Row,
  actions: readonly RowAction<Row>[],
): RowAction<Row>[] {
  return actions.filter(
    ({ id, condition }) =>
      (row.actions?.includes(id) ?? true) && (!condition || meetsCondition(row, condition)),
  );
}

/** What a cell is sorted and searched by. */
export function toPlainText(value: CellValue): string {
  if (value === null) return "";
  if (typeof value !== "object") return String(value);
  return value.kind === "who" ? `${value.name} ${value.detail}` : value.label;
}

/** Links lead to pages and mail addresses, never to scripts. Security: I2. */
export function isSafeLink(url: string): boolean {
  return URL.canParse(url) && ["http:", "https:", "mailto:"].includes(new URL(url).protocol);
}

/** Whether a text is a moment that can be shown as date and time. */
export function isIsoTime(text: string): boolean {
  return ISO_TIME.test(text) && !Number.isNaN(Date.parse(text));
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function meetsCondition<Row extends TableRow>(
  row: Row,
  condition: Partial<Row> | ((row: Row) => boolean),
): boolean {
  if (typeof condition === "function") return condition(row);
  const values: [string, unknown][] = Object.entries(row);
  const wanted: [string, unknown][] = Object.entries(condition);
  const own = new Map(values);
  return wanted.every(([name, value]) => own.get(name) === value);
}
