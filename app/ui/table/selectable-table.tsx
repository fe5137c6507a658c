/** A table whose rows can be selected, with actions on the selected ones. */
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import type { TranslateFile } from "~/domain/message-keys";
import { Button } from "../kit/button";
import { useTexts } from "../use-texts";
import { ServerTable, type ServerTableProps } from "./server-table";
import { isSelectable, type GlobalAction, type TableRow } from "./table-data";
import type { SelectBoxes } from "./table-row";

export interface SelectableTableProps<Row extends TableRow> extends Omit<
  ServerTableProps<Row>,
  "boxes" | "actions" | "heading"
> {
  /** They need scripts. */
  globalActions: readonly GlobalAction<Row>[];
  /** The id of the form that gets the selected rows as `ids` where scripts do not run. */
  selectionForm?: string;
}

/** Apart from `ServerTable`, so that a page whose rows cannot be selected does not load it. */
export function SelectableTable<Row extends TableRow>(props: SelectableTableProps<Row>) {
  const { globalActions, selectionForm, ...table } = props;
  const { t } = useTexts("data");
  const { selected, clear, boxes } = useSelection({ t, rows: table.rows, form: selectionForm });
  const heading = useRef<HTMLHeadingElement>(null);
  const finishAction = () => {
    clear();
    // The button of the action is gone with the selection.
    heading.current?.focus();
  };
  const hasSelection = globalActions.some(({ isGlobalOnly }) => !isGlobalOnly);
  return (
    <ServerTable
      {...table}
      heading={heading}
      boxes={hasSelection ? boxes : undefined}
      actions={
        globalActions.length > 0 ? (
          <GlobalActions t={t} actions={globalActions} selected={selected} onDone={finishAction} />
        ) : null
      }
    />
  );
}

interface SelectionOptions<Row extends TableRow> {
  t: TranslateFile<"data">;
  rows: readonly Row[];
  form: string | undefined;
}

/** Returns the selected rows, a function that empties the selection, and the checkboxes. */
function useSelection<Row extends TableRow>({ t, rows, form }: SelectionOptions<Row>) {
  const [ids, setIds] = useState(NO_IDS);
  // Only rows of the table: an action must not affect rows that a search or another page hides.
  const selectable = rows.filter(isSelectable);
  const selected = selectable.filter(({ id }) => ids.has(id));
  const selectAll = (isChecked: boolean) =>
    setIds(isChecked ? new Set(selectable.map(({ id }) => id)) : NO_IDS);
  const select = (id: string, isChecked: boolean) =>
    setIds(new Set(isChecked ? [...ids, id] : [...ids].filter((other) => other !== id)));
  const boxes: SelectBoxes<Row> = {
    all: (
      <SelectBox
        label={t("table.select_all")}
        isChecked={selectable.length > 0 && selected.length === selectable.length}
        isPartly={selected.length > 0}
        onChange={selectAll}
      />
    ),
    render: (row, name) =>
      isSelectable(row) ? (
        <SelectBox
          label={t("table.select_row", { name })}
          isChecked={ids.has(row.id)}
          onChange={(isChecked) => select(row.id, isChecked)}
          {...(form && { form, value: row.id })}
        />
      ) : null,
  };
  return { selected, clear: () => setIds(NO_IDS), boxes };
}

const NO_IDS: ReadonlySet<string> = new Set();

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
function SelectBox({ label, isChecked, isPartly = false, onChange, form, value }: SelectBoxProps) {
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

interface GlobalActionsProps<Row extends TableRow> {
  t: TranslateFile<"data">;
  actions: readonly GlobalAction<Row>[];
  selected: Row[];
  /** Called when an action on the selected rows has succeeded. */
  onDone: () => void;
}

/** The number of the selected rows, and the actions that can run now. */
function GlobalActions<Row extends TableRow>(props: GlobalActionsProps<Row>) {
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
