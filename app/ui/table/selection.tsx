/** The selected rows of a table, and the buttons of the actions on them. */
import { useState } from "react";
import type { TranslateFile } from "~/domain/message-keys";
import { Button } from "../kit/button";
import { isSelectable, type GlobalAction, type TableRow } from "./table-data";
import type { Selection } from "./table-row";

/** Returns the checkboxes of the rows, the selected rows and a function that empties the selection. */
export function useSelection<Row extends TableRow>(rows: readonly Row[]) {
  const [ids, setIds] = useState(NO_IDS);
  // Only rows of the table: an action must not affect rows that a search or another page hides.
  const selectable = rows.filter(isSelectable);
  const selected = selectable.filter(({ id }) => ids.has(id));
  const selection: Selection = {
    all: {
      isChecked: selectable.length > 0 && selected.length === selectable.length,
      isPartly: selected.length > 0,
      onChange: (isChecked) => setIds(isChecked ? new Set(selectable.map(({ id }) => id)) : NO_IDS),
    },
    has: (id) => ids.has(id),
    select: (id, isSelected) =>
      setIds(new Set(isSelected ? [...ids, id] : [...ids].filter((other) => other !== id))),
  };
  return { selection, selected, clear: () => setIds(NO_IDS) };
}

const NO_IDS: ReadonlySet<string> = new Set();

interface GlobalActionsProps<Row extends TableRow> {
  t: TranslateFile<"data">;
  actions: readonly GlobalAction<Row>[];
  selected: Row[];
  /** Called when an action on the selected rows has succeeded. */
  onDone: () => void;
}

/** The number of the selected rows, and the actions that can run now. */
export function GlobalActions<Row extends TableRow>(props: GlobalActionsProps<Row>) {
  const { t, actions, selected, onDone } = props;
  return (
    <>
      <span role="status" className="text-sm text-muted empty:sr-only">
        {selected.length > 0 ? t("table.selected", { count: selected.length }) : null}
      </span>
      {actions.map((action) =>
        isOffered(action, selected) ? (
          <Button
            key={action.id}
            size="sm"
            className="noscript:hidden"
            onClick={() => action.run(action.isGlobalOnly ? [] : selected, onDone)}
          >
            {action.label}
          </Button>
        ) : null,
      )}
    </>
  );
}

function isOffered<Row extends TableRow>(
  { isGlobalOnly = false, condition }: GlobalAction<Row>,
  selected: readonly Row[],
): boolean {
  if (isGlobalOnly) return true;
  return condition ? selected.some(condition) : selected.length > 0;
}
