/** What can be done with one row, behind three dots. */
import { Ellipsis } from "lucide-react";
import { useId, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { buttonClass } from "../kit/button-class";
import { linkClass } from "../kit/link-class";
import { opens } from "../kit/popover";
import { RowMenuItems } from "./row-menu-items";
import { actionsOf, type RowAction, type TableRow } from "./table-data";

export interface RowMenuProps<Row extends TableRow> {
  row: Row;
  /** What the row is called: "Grace Hopper". Each menu of a table needs its own name. */
  name: string;
  actions: readonly RowAction<Row>[];
}

/**
 * Nothing, when the row allows none of the actions. Without scripts its links are shown without a menu; a fallback
 * among them takes the place of the others.
 */
export function RowMenu<Row extends TableRow>({ row, name, actions }: RowMenuProps<Row>) {
  const { t } = useTranslation("data");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const allowed = actionsOf(row, actions);
  if (allowed.length === 0) return null;
  const items = allowed.filter(({ isFallback }) => !isFallback);
  const fallbacks = allowed.filter(({ isFallback }) => isFallback);
  return (
    <>
      {items.length > 0 ? (
        <button
          type="button"
          aria-label={t("table.row_menu", { name })}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          className={`${buttonClass({ variant: "quiet", size: "sm", isIcon: true })} noscript:hidden`}
          // The menu of a row exists while it is open only. The click's own effect comes after this handler: by then the
          // browser must find the menu that it is to show.
          onClick={() => flushSync(() => setIsOpen(true))}
          {...opens(id)}
        >
          <Ellipsis aria-hidden />
        </button>
      ) : null}
      {isOpen ? <RowMenuItems id={id} row={row} actions={items} onClosed={() => setIsOpen(false)} /> : null}
      <span className="hidden flex-wrap justify-end gap-x-3 whitespace-nowrap noscript:flex">
        {(fallbacks.length > 0 ? fallbacks : items).map((action) =>
          "href" in action ? (
            <a key={action.id} href={action.href(row)} className={linkClass}>
              {action.label}
            </a>
          ) : null,
        )}
      </span>
    </>
  );
}
