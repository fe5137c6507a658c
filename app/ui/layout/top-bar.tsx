/** The bar at the top: 56 px, always in sight. */
import Menu from "lucide-react/icons/menu";
import { NavLink } from "@remix-run/react";
import clsx from "clsx";
import { useTranslation } from "react-i18next";
import { Avatar } from "../kit/avatar";
import { Badge } from "../kit/badge";
import { BrandLink } from "../kit/brand";
import { getButtonClass } from "../kit/button-class";
import { Icon } from "../kit/icon";
import { getMenuButtonProps } from "../kit/popover";
import type { NavEntry } from "./nav-entry";
import { VIEWER_MENU_ID } from "./viewer-menu";
import { findCurrentAccount, type LayoutViewer } from "./layout-viewer";

export interface TopBarProps {
  viewer: LayoutViewer;
  entries: readonly NavEntry[];
  /** Payments are play money: a badge says so. */
  isSandbox: boolean;
}

/** Logo, entries, account and menu; below the large breakpoint logo and menu alone. */
export function TopBar({ viewer, entries, isSandbox }: TopBarProps) {
  const { t } = useTranslation("layout");
  const account = findCurrentAccount(viewer);
  return (
    <div className="h-bar border-b border-line bg-surface">
      <div className="mx-auto flex h-full w-full max-w-page items-center gap-7 px-4 lg:px-6">
        <span className="flex items-center gap-3">
          <BrandLink />
          {isSandbox ? (
            <span title={t("test_mode.hint")} className="inline-flex">
              <Badge tone="warn">{t("test_mode.badge")}</Badge>
            </span>
          ) : null}
        </span>
        <nav aria-label={t("nav")} className="hidden flex-1 gap-1 lg:flex">
          {entries.map((entry) => (
            <BarEntry key={entry.link} entry={entry} />
          ))}
        </nav>
        {account ? (
          <Badge tone="accent" className="hidden lg:inline-flex">
            <span className="max-w-40 truncate">{account.name}</span>
          </Badge>
        ) : null}
        <button
          type="button"
          aria-label={t("menu.of", { name: viewer.name })}
          className="hidden rounded-full lg:block"
          {...getMenuButtonProps(VIEWER_MENU_ID)}
        >
          <Avatar name={viewer.name} src={viewer.avatar} />
        </button>
        <button
          type="button"
          aria-label={t("menu.open")}
          className={clsx(getButtonClass({ isIcon: true }), "ml-auto lg:hidden")}
          {...getMenuButtonProps(VIEWER_MENU_ID)}
        >
          <Menu aria-hidden />
        </button>
      </div>
    </div>
  );
}

function BarEntry({ entry }: { entry: NavEntry }) {
  return (
    <NavLink
      to={entry.link}
      className={({ isActive }) =>
        clsx(
          "flex items-center gap-2 rounded-md px-3 py-2 text-control font-medium transition-colors duration-150",
          // "Bottom" is the far end of the bar: last on a wide screen, last in the slide-in menu.
          entry.position === "bottom" && "ml-auto",
          isActive ? "bg-sunken text-text" : "text-muted hover:bg-sunken hover:text-text",
        )
      }
    >
      <Icon name={entry.icon} />
      {entry.label}
    </NavLink>
  );
}
