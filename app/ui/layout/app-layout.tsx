/** The app layout: top bar, menu, and the page below them. */
import { NavLink } from "@remix-run/react";
import clsx from "clsx";
import type { ReactNode } from "react";
import { FeedbackButton } from "../feedback/feedback-button";
import { Avatar } from "../kit/avatar";
import { Badge } from "../kit/badge";
import { BrandLink } from "../kit/brand";
import { getButtonClass } from "../kit/button";
import { Icon } from "../kit/icon";
import { getMenuButtonProps } from "../kit/popover";
import { Tooltip } from "../kit/tooltip";
import { PaletteKeys } from "../palette/palette-keys";
import { FlashNotice } from "../session/flash-toast";
import { useTexts } from "../use-texts";
import { filterAllowedEntries, type LayoutViewer, type NavEntry, type PermissionMap } from "../navigation";
import { MAIN_ID, SkipLink } from "../kit/skip-link";
import { AccountChip } from "./account-switcher";
import { SiteBanners } from "./site-banners";
import { VIEWER_MENU_ID, ViewerMenu } from "./viewer-menu";

interface AppLayoutProps {
  viewer: LayoutViewer;
  entries: readonly NavEntry[];
  permissions: PermissionMap;
  /** Payments are test payments; a badge says so. */
  isSandbox: boolean;
  children: ReactNode;
}

/** The layout of every page for signed-in users. It works without scripts. */
export function AppLayout({ viewer, entries, permissions, isSandbox, children }: AppLayoutProps) {
  const allowed = filterAllowedEntries(entries, permissions);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteBanners />
      {viewer.isDemo ? <DemoBanner /> : null}
      <TopBar viewer={viewer} entries={allowed} isSandbox={isSandbox} />
      <ViewerMenu viewer={viewer} entries={allowed} />
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="toast-room relative mx-auto w-full max-w-page flex-1 px-4 pb-[max(5rem,var(--toasts,0px))] pt-5 lg:px-6 lg:pt-8"
      >
        <FlashNotice className="mb-5" />
        {children}
        <FeedbackButton />
      </main>
      <PaletteKeys />
    </div>
  );
}

/** Says on every page that the account is sample data. It cannot be dismissed. */
function DemoBanner() {
  const { t } = useTexts("layout");
  return (
    <aside
      aria-label={t("demo.label")}
      className="border-b border-line bg-accent-soft px-4 py-1 text-center text-sm text-accent-text print:hidden"
    >
      <strong className="font-semibold">{t("demo.label")}</strong> · {t("demo.text")}
    </aside>
  );
}

/** Logo, entries, account and menu, 56 px high; below the large breakpoint only logo and menu. */
function TopBar({ viewer, entries, isSandbox }: Omit<AppLayoutProps, "permissions" | "children">) {
  const { t } = useTexts("layout");
  return (
    <header className="sticky top-0 z-20 h-bar border-b border-line bg-surface">
      <div className="mx-auto flex h-full w-full max-w-page items-center gap-7 px-4 lg:px-6">
        <span className="flex items-center gap-3">
          <BrandLink />
          {isSandbox ? (
            <Badge tone="warn" title={t("test_mode.hint")}>
              {t("test_mode.badge")}
            </Badge>
          ) : null}
        </span>
        <nav aria-label={t("nav")} className="hidden flex-1 gap-1 lg:flex">
          {entries.map((entry) => (
            <BarEntry key={entry.link} entry={entry} />
          ))}
        </nav>
        <AccountChip viewer={viewer} />
        <Tooltip text={t("menu.of", { name: viewer.name })}>
          <button
            type="button"
            aria-label={t("menu.of", { name: viewer.name })}
            className="hidden rounded-full lg:block"
            {...getMenuButtonProps(VIEWER_MENU_ID)}
          >
            <Avatar name={viewer.name} src={viewer.avatar} />
          </button>
        </Tooltip>
        <Tooltip text={t("menu.open")}>
          <button
            type="button"
            aria-label={t("menu.open")}
            className={clsx(getButtonClass({ isIcon: true }), "ml-auto lg:hidden")}
            {...getMenuButtonProps(VIEWER_MENU_ID)}
          >
            <Icon name="menu" />
          </button>
        </Tooltip>
      </div>
    </header>
  );
}

function BarEntry({ entry }: { entry: NavEntry }) {
  return (
    <NavLink
      to={entry.link}
      className={({ isActive }) =>
        clsx(
          "bar-entry",
          // "Bottom" is the end of the bar on a wide screen, and the end of the slide-in menu.
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
