/** The open menu of a row: the browser's popover, placed below its button, walked with the arrow keys. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import { useLayoutEffect, useRef } from "react";
import { popover } from "../kit/popover";
import { entriesOf, walkMenu } from "../kit/walk-menu";
import type { RowAction, TableRow } from "./table-data";

const GAP_PX = 4;

export interface RowMenuItemsProps<Row extends TableRow> {
  id: string;
  row: Row;
  actions: readonly RowAction<Row>[];
  onClosed: () => void;
}

export function RowMenuItems<Row extends TableRow>({ id, row, actions, onClosed }: RowMenuItemsProps<Row>) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    // Escape and a click elsewhere close it too: the browser tells by this event.
    const onToggle = (event: Event) => {
      if ("newState" in event && event.newState === "closed") {
        onClosed();
        return;
      }
      place(event);
      entriesOf(element)[0]?.focus({ preventScroll: true });
    };
    element?.addEventListener("toggle", onToggle);
    return () => element?.removeEventListener("toggle", onToggle);
  }, [onClosed]);
  return (
    <div
      ref={menu}
      role="menu"
      onKeyDown={walkMenu}
      className="absolute inset-auto m-0 min-w-48 rounded-card border border-line bg-surface p-1.5 text-left text-text opacity-0 shadow-float backdrop:bg-transparent"
      {...popover(id)}
    >
      {actions.map((action) =>
        "href" in action ? (
          <Link
            key={action.id}
            to={action.href(row)}
            role="menuitem"
            tabIndex={-1}
            className={itemClass(action)}
          >
            {action.label}
          </Link>
        ) : (
          <button
            key={action.id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={itemClass(action)}
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

function itemClass({ isDestructive }: { isDestructive?: boolean }): string {
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
