/** The menu of a row: the browser's popover behind a button with three dots, with arrow-key navigation. */
import { useEffect, useId, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import type { TranslateFile } from "~/domain/message-keys";
import { Icon } from "../kit/icon";
import { linkClass } from "../kit/text-link";
import { Tooltip } from "../kit/tooltip";
import { getOpenButtonProps } from "../kit/popover";
import { useLoadFailure } from "../toast/use-load-failure";
import type * as rowMenuItems from "./row-menu-items";
import { listRowActions, type RowAction, type TableRow } from "./table-data";

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
  const { isOpen, open, close } = useOpenMenu(id);
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
            onClick={open}
            {...getOpenButtonProps(id)}
          >
            <Icon name="ellipsis" />
          </button>
        </Tooltip>
      ) : null}
      {isOpen && loaded ? <loaded.RowMenuItems id={id} row={row} actions={items} onClosed={close} /> : null}
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

/** What an open menu shows, once the page has loaded it. */
let loaded: typeof rowMenuItems | null = null;

const load = async () => {
  loaded = await import("./row-menu-items");
};

/** Whether the menu `id` is open. It is rendered only then. */
function useOpenMenu(id: string) {
  const notifyFailure = useLoadFailure();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!loaded) load().catch(() => undefined);
  }, []);
  const show = () => flushSync(() => setIsOpen(true));
  const showLate = () => {
    show();
    document.getElementById(id)?.showPopover();
  };
  return {
    isOpen,
    open() {
      // The browser shows the popover after this handler, and must find it in the page by then.
      if (loaded) show();
      else void load().then(showLate, notifyFailure);
    },
    close: () => setIsOpen(false),
  };
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
