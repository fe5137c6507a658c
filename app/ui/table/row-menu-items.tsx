/** The open menu of a row, which a page loads after everything else. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import { useLayoutEffect, useRef } from "react";
import { getPopoverProps, listEntries, moveFocusInMenu } from "../kit/popover";
import type { RowAction, TableRow } from "./table-data";

const GAP_PX = 4;

interface RowMenuItemsProps<Row extends TableRow> {
  id: string;
  row: Row;
  actions: readonly RowAction<Row>[];
  onClosed: () => void;
}

/** The menu, placed below its button. */
export function RowMenuItems<Row extends TableRow>({ id, row, actions, onClosed }: RowMenuItemsProps<Row>) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    // Escape and a click outside close it too. The browser reports both by this event.
    const handleToggle = (event: Event) => {
      if ("newState" in event && event.newState === "closed") {
        onClosed();
        return;
      }
      placeMenu(event);
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

/** Places the menu below its button, or above it near the end of the window. Page coordinates make it scroll with the row. */
function placeMenu(event: Event): void {
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
