/** What can be done with one row, behind three dots: the browser's popover, walked with the arrow keys. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { TFunction } from "i18next";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { getButtonClass } from "../kit/button";
import { linkClass } from "../kit/text-link";
import { getOpenButtonProps, getPopoverProps, listEntries, moveFocusInMenu } from "../kit/popover";
import { listRowActions, type RowAction, type TableRow } from "./table-data";

const GAP_PX = 4;

export interface RowMenuProps<Row extends TableRow> {
  t: TFunction<"data">;
  row: Row;
  /** What the row is called: "Grace Hopper". Each menu of a table needs its own name. */
  name: string;
  actions: readonly RowAction<Row>[];
}

/**
 * Nothing, when the row allows none of the actions. Without scripts its links are shown without a menu; a fallback
 * among them takes the place of the others.
 */
export function RowMenu<Row extends TableRow>({ t, row, name, actions }: RowMenuProps<Row>) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const allowed = listRowActions(row, actions);
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
          className={`${getButtonClass({ variant: "quiet", size: "sm", isIcon: true })} noscript:hidden`}
          // The menu of a row exists while it is open only. The click's own effect comes after this handler: by then the
          // browser must find the menu that it is to show.
          onClick={() => flushSync(() => setIsOpen(true))}
          {...getOpenButtonProps(id)}
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

interface RowMenuItemsProps<Row extends TableRow> {
  id: string;
  row: Row;
  actions: readonly RowAction<Row>[];
  onClosed: () => void;
}

/** The open menu, placed below its button. */
function RowMenuItems<Row extends TableRow>({ id, row, actions, onClosed }: RowMenuItemsProps<Row>) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    // Escape and a click elsewhere close it too: the browser tells by this event.
    const handleToggle = (event: Event) => {
      if ("newState" in event && event.newState === "closed") {
        onClosed();
        return;
      }
      place(event);
      listEntries(element)[0]?.focus({ preventScroll: true });
    };
    element?.addEventListener("toggle", handleToggle);
    return () => element?.removeEventListener("toggle", handleToggle);
  }, [onClosed]);
  return (
    <div
      ref={menu}
      role="menu"
      onKeyDown={moveFocusInMenu}
      className="absolute inset-auto m-0 min-w-48 rounded-card border border-line bg-surface p-1.5 text-left text-text opacity-0 shadow-float backdrop:bg-transparent"
      {...getPopoverProps(id)}
    >
      {actions.map((action) =>
        "href" in action ? (
          <Link
            key={action.id}
            to={action.href(row)}
            role="menuitem"
            tabIndex={-1}
            className={getItemClass(action)}
          >
            {action.label}
          </Link>
        ) : (
          <button
            key={action.id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={getItemClass(action)}
            onClick={() => {
              onClosed();
              action.run(row);
            }}
          >
            {action.label}
          </button>
        ),
      )}
    </div>
  );
}

function getItemClass({ isDestructive }: { isDestructive?: boolean }): string {
  return clsx(
    "flex w-full rounded px-3 py-2 text-control font-medium hover:bg-sunken focus:bg-sunken",
    isDestructive && "text-bad",
  );
}

/** Below the button, or above it where the window ends; in the page's coordinates, so that it scrolls with the row. */
function place(event: Event): void {
  const menu = event.currentTarget;
  if (!(menu instanceof HTMLElement)) return;
  const button = document.querySelector(`[popovertarget="${menu.id}"]`)?.getBoundingClientRect();
  if (!button) return;
  const isRoomBelow = button.bottom + menu.offsetHeight + GAP_PX <= window.innerHeight;
  const top = isRoomBelow ? button.bottom + GAP_PX : button.top - menu.offsetHeight - GAP_PX;
  menu.style.top = `${top + window.scrollY}px`;
  menu.style.opacity = "1";
  menu.style.right = `${document.documentElement.clientWidth - button.right - window.scrollX}px`;
}
