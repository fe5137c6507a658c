/** What can be done with one row, behind three dots. */
import clsx from "clsx";
import { Ellipsis } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { buttonClass } from "../kit/button-class";
import { opens, popover } from "../kit/popover";
import type { RowAction, TableRow } from "./table-data";

/** Nothing, when the row's own values allow none of the actions. */
export function RowMenu<Row extends TableRow>({
  row,
  actions,
}: {
  row: Row;
  actions: readonly RowAction<Row>[];
}) {
  const { t } = useTranslation("data");
  const id = useId();
  const allowed = actions.filter(({ condition }) => condition?.(row) ?? true);
  if (allowed.length === 0) return null;
  return (
    <>
      <button
        type="button"
        aria-label={t("table.row_menu")}
        className={buttonClass({ variant: "quiet", size: "sm", isIcon: true })}
        {...opens(id)}
      >
        <Ellipsis aria-hidden strokeWidth={1.75} />
      </button>
      <div
        className="m-auto min-w-48 rounded-card border border-line bg-surface p-2 text-left text-text shadow-float"
        {...popover(id)}
      >
        {allowed.map((action) => (
          <button
            key={action.id}
            type="button"
            className={clsx(
              "flex w-full rounded px-3 py-2 text-control font-medium hover:bg-sunken",
              action.isDestructive && "text-bad",
            )}
            onClick={() => {
              action.run(row);
            }}
          >
            {action.label}
          </button>
        ))}
      </div>
    </>
  );
}
