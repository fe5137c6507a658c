/** The menu of a row: the browser's popover behind a button with three dots, with arrow-key navigation. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import type { TranslateFile } from "~/domain/message-keys";
import { Icon } from "../kit/icon";
import { linkClass } from "../kit/text-link";
import { Tooltip } from "../kit/tooltip";
import { getOpenButtonProps, getPopoverProps, listEntries, moveFocusInMenu } from "../kit/popover";
import { listRowActions, type RowAction, type TableRow } from "./table-data";

const GAP_PX = 4;

interface RowMenuProps<Row extends TableRow> {
  t: TranslateFile<"data">;
  row: Row;
  /** The name of the row: "Grace Hopper". Each menu of a table needs its own label. */
  name: string;
  actions: readonly RowAction<Row>[];
}

/**
 * Renders nothing when the row offers no action. Without scripts the links are shown without a menu, or only the
 * fallback if there is one.
 */
export function RowMenu<Row extends TableRow>({ t, row, name, actions }: RowMenuProps<Row>) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const allowed = listRowActions(row, actions);
  if (allowed.length === 0) return null;
  const items = allowed.filter(({ isFallback }) => !isFallback);
  const fallbacks = allowed.filter(({ isFallback }) => isFallback);
  const [only] = allowed;
  if (allowed.length === 1 && only?.icon && "href" in only) {
    return <IconLink href={only.href(row)} label={only.label} name={name} icon={only.icon} />;
  }
  return (
    <>
      {items.length > 0 ? (
        <Tooltip text={t("table.row_menu", { name })}>
          <button
            type="button"
            aria-label={t("table.row_menu", { name })}
            aria-haspopup="menu"
            aria-expanded={isOpen}
            className="row-button noscript:hidden"
            // The menu is rendered only while it is open. The browser shows the popover after this handler, and must find
            // it in the page by then.
            onClick={() => flushSync(() => setIsOpen(true))}
            {...getOpenButtonProps(id)}
          >
            <Icon name="ellipsis" />
          </button>
        </Tooltip>
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

interface IconLinkProps {
  href: string;
  label: string;
  name: string;
  icon: ReactNode;
}

/** In place of a menu of one link. Each link of a table needs its own name. */
function IconLink({ href, label, name, icon }: IconLinkProps) {
  return (
    <Tooltip text={label}>
      <a href={href} aria-label={`${label}: ${name}`} className="row-button">
        {icon}
      </a>
    </Tooltip>
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
