/** The data of a table: rows, columns and actions. */
import type { ReactNode } from "react";
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
  /** `detail` is a second line below the link. */
  | { kind: "link"; label: string; url: string; detail?: string }
  /** A day, as the user reads it. */
  | { kind: "day"; label: string }
  /** A technical name that is never cut, and a line of detail below it. On narrow screens also what a minor column says. */
  | { kind: "code"; label: string; detail: string; narrow?: string }
  /** A number, and a line about it below. */
  | { kind: "amount"; label: string; detail: string }
  /** A link to a file, as an icon; screen readers read the label. */
  | { kind: "download"; label: string; url: string }
  /** `url` makes the name a link. `note` is a line below on a phone, which has no room for the column that says it. */
  | { kind: "who"; name: string; detail: string; note?: string; avatar?: string | null; url?: string };

export interface TableColumn<Row extends TableRow> {
  id: string;
  header: string;
  cell: (row: Row) => CellValue;
  isSortable?: boolean;
  /** At the right, with digits of equal width. */
  isNumber?: boolean;
  /** Shown only on wide screens, and on paper. */
  isMinor?: boolean;
  /** Not printed: it has controls. */
  isScreenOnly?: boolean;
}

/** An action on one row: a link, which works without scripts, or a function. */
export type RowAction<Row extends TableRow> = {
  id: string;
  label: string;
  isDestructive?: boolean;
  /** Shown instead of the menu when the row has no other action, and this one is a link. */
  icon?: ReactNode;
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
  /** Offered when at least one of the selected rows meets it. Left out: for all. */
  condition?: (row: Row) => boolean;
  /** `done` empties the selection and moves the focus to the table's heading: to be called once the action has succeeded. */
  run: (rows: Row[], done: () => void) => void;
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

/** Whether actions on several rows may include the row: one that offers none of its own has no checkbox. */
export function isSelectable({ actions }: TableRow): boolean {
  return actions?.length !== 0;
}

/** Whether a link leads to a page or a mailbox. `javascript:` and `data:` URLs could run a script in this page. */
export function isSafeLink(url: string): boolean {
  return URL.canParse(url) && ["http:", "https:", "mailto:"].includes(new URL(url).protocol);
}
