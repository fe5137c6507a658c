/** What a table shows: rows, columns and what can be done with them. Spec §2 "Data tables", §3 "Table row". */
import type { Tone } from "../kit/badge";

export interface TableRow {
  id: string;
}

/** A cell that is more than text. A time is told by its column. */
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
  /** ISO times are shown as date and time. */
  isTime?: boolean;
  /** Only on wide screens. */
  isMinor?: boolean;
}

export interface RowAction<Row extends TableRow> {
  id: string;
  label: string;
  isDestructive?: boolean;
  /** Whether this row has it; all have, unless told. */
  condition?: (row: Row) => boolean;
  run: (row: Row) => void;
}

export interface GlobalAction<Row extends TableRow> {
  id: string;
  label: string;
  /** Needs no selected rows, and takes none. */
  isGlobalOnly?: boolean;
  run: (rows: Row[]) => void;
}

/** What a cell is sorted and searched by. */
export function plainText(value: CellValue): string {
  if (value === null) return "";
  if (typeof value !== "object") return String(value);
  return value.kind === "who" ? `${value.name} ${value.detail}` : value.label;
}

/** Links lead to pages and mail addresses, never to scripts. Security: I2. */
export function isSafeLink(url: string): boolean {
  if (url.startsWith("/") && !url.startsWith("//")) return true;
  return URL.canParse(url) && ["http:", "https:", "mailto:"].includes(new URL(url).protocol);
}
