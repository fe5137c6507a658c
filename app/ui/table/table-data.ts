/** The data of a table: rows, columns, actions, and how rows are sorted and searched. */
import type { Tone } from "../kit/badge";

export interface TableRow {
  id: string;
  /** Ids of the actions that this row offers. Left out: all actions whose conditions it meets. */
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
  /** Shown only on wide screens. */
  isMinor?: boolean;
}

/** An action on one row: a link, which works without scripts, or a function. */
export type RowAction<Row extends TableRow> = {
  id: string;
  label: string;
  isDestructive?: boolean;
  /** Shown only without scripts: the link to the page where the other actions are. */
  isFallback?: boolean;
  /** Which rows have the action: those with these values, or those for which the function is true. Left out: all. */
  condition?: Partial<Row> | ((row: Row) => boolean);
} & ({ run: (row: Row) => void } | { href: (row: Row) => string });

/** An action on the selected rows. */
export interface GlobalAction<Row extends TableRow> {
  id: string;
  label: string;
  /** The action needs no selected rows, and gets none. */
  isGlobalOnly?: boolean;
  run: (rows: Row[]) => void;
}

/** The actions that the row offers: those in its own list, if it has one, whose conditions its values meet. */
export function listRowActions<Row extends TableRow>(
  row: Row,
  actions: readonly RowAction<Row>[],
): RowAction<Row>[] {
  return actions.filter(
    ({ id, condition }) =>
      (row.actions?.includes(id) ?? true) && (!condition || meetsCondition(row, condition)),
  );
}

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

/** The text that a cell is sorted and searched by. */
export function toPlainText(value: CellValue): string {
  if (value === null) return "";
  if (typeof value !== "object") return String(value);
  return value.kind === "who" ? `${value.name} ${value.detail}` : value.label;
}

/** Compares numbers by size, and texts as a dictionary does: "Ángela" beside "Angela", "key 2" before "key 10". */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  return collator.compare(String(a), String(b));
}

/** Created at the first sorting: it blocks a phone for 215 ms, and most tables are never sorted. */
let collator: Intl.Collator | undefined;

/** Whether a text contains what the reader searches for, ignoring case and accents. */
export function containsText(text: string, wanted: string): boolean {
  return removeDiacritics(text).includes(removeDiacritics(wanted));
}

function removeDiacritics(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** Whether a link leads to a page or a mailbox. `javascript:` and `data:` URLs could run a script in this page. */
export function isSafeLink(url: string): boolean {
  return URL.canParse(url) && ["http:", "https:", "mailto:"].includes(new URL(url).protocol);
}

/** Whether a text is an ISO 8601 time, which is shown as date and time. */
export function isIsoTime(text: string): boolean {
  return ISO_TIME.test(text) && !Number.isNaN(Date.parse(text));
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
