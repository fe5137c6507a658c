/** The menu of the app layout: below the large breakpoint it slides in from the right, above it opens at the avatar. */
import { Link, NavLink } from "@remix-run/react";
import clsx from "clsx";
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { Avatar } from "../kit/avatar";
import { getButtonClass } from "../kit/button";
import { Icon } from "../kit/icon";
import { getCloseButtonProps, getPopoverProps, moveFocusInMenu } from "../kit/popover";
import { Tooltip } from "../kit/tooltip";
import { useMenu } from "../kit/use-menu";
import { openPalette } from "../palette/palette-keys";
import { useTexts } from "../use-texts";
import type { LayoutViewer, NavEntry } from "../navigation";
import { AccountChoices } from "./account-switcher";
import { HAS_LANGUAGE_CHOICE, LanguageForm, ReturnTo } from "./language-form";

export const VIEWER_MENU_ID = "viewer-menu";

interface ViewerMenuProps {
  viewer: LayoutViewer;
  entries: readonly NavEntry[];
}

/** The menu of what the user can change on any page: links and plain forms, so that it works without scripts. */
export function ViewerMenu({ viewer, entries }: ViewerMenuProps) {
  const { t } = useTexts("layout");
  const menu = useMenu({ isDrawer: true });
  // The slide-in menu already has these pages in its navigation.
  const isDuplicate = (path: string) => entries.some(({ link }) => link === path) && "max-lg:hidden";
  return (
    <div
      ref={menu}
      aria-label={t("menu.label")}
      role="region"
      className={PANEL}
      onKeyDown={moveFocusInMenu}
      {...getPopoverProps(VIEWER_MENU_ID)}
    >
      <div className="grid grid-cols-1 gap-1 p-2">
        <ViewerName viewer={viewer} />
        <nav aria-label={t("nav")} className={clsx(GROUP, "lg:hidden")}>
          {entries.map((entry) => (
            <NavLink
              key={entry.link}
              to={entry.link}
              className={({ isActive }) => clsx(ITEM, isActive && "bg-sunken text-text")}
            >
              <Icon name={entry.icon} />
              {entry.label}
            </NavLink>
          ))}
        </nav>
        {viewer.accounts.length > 1 ? <AccountChoices viewer={viewer} className={GROUP} /> : null}
        <div className={clsx(GROUP, isDuplicate(paths.account) && isDuplicate(paths.help))}>
          <Link to={paths.account} className={clsx(ITEM, isDuplicate(paths.account))}>
            <Icon name="settings" />
            {t("menu.account")}
          </Link>
          <Link to={paths.help} className={clsx(ITEM, isDuplicate(paths.help))}>
            <Icon name="life-buoy" />
            {t("menu.help")}
          </Link>
        </div>
        <Preferences />
        <div className={clsx(GROUP, "noscript:hidden")}>
          <button type="button" className={ITEM} onClick={openPalette}>
            <Icon name="search" />
            {t("menu.palette")}
          </button>
        </div>
        <PostForm action={paths.signOut} className={GROUP}>
          <button className={ITEM}>
            <Icon name="log-out" />
            {t("menu.signout")}
          </button>
        </PostForm>
      </div>
    </div>
  );
}

function ViewerName({ viewer }: { viewer: LayoutViewer }) {
  const { t } = useTexts("layout");
  return (
    <div className="flex items-center gap-3 px-2 py-2">
      <Avatar name={viewer.name} src={viewer.avatar} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-left font-medium">
          {viewer.name}
        </p>
        <p className="truncate text-sm text-muted">{viewer.email}</p>
      </div>
      <Tooltip text={t("menu.close")}>
        <button
          type="button"
          aria-label={t("menu.close")}
          className={clsx(getButtonClass({ variant: "quiet", size: "sm", isIcon: true }), "lg:hidden")}
          {...getCloseButtonProps(VIEWER_MENU_ID)}
        >
          <Icon name="x" />
        </button>
      </Tooltip>
    </div>
  );
}

function Preferences() {
  const { t } = useTexts("layout");
  return (
    <div className={GROUP}>
      {HAS_LANGUAGE_CHOICE && (
        <div role="group" aria-label={t("menu.language")} className="px-1 py-1">
          <LanguageForm
            keepsFocus={false}
            className="segments grid grid-cols-2"
            buttonClassName="segment py-1"
            chosenClassName=""
          />
        </div>
      )}
      <PostForm action={paths.preferences}>
        <ReturnTo />
        {/* The style sheet knows which theme is shown, because the operating system may decide it. */}
        <button name="dark_mode" value="true" className={clsx(ITEM, "in-dark:hidden")}>
          <Icon name="moon" />
          {t("menu.dark")}
        </button>
        <button name="dark_mode" value="false" className={clsx(ITEM, "hidden in-dark:flex")}>
          <Icon name="sun" />
          {t("menu.light")}
        </button>
      </PostForm>
    </div>
  );
}

const PANEL = clsx(
  "drawer drawer-right open-popover:animate-slide-from-right",
  "lg:bottom-auto lg:right-[max(1.5rem,calc((100%-75rem)/2+1.5rem))] lg:top-[3.75rem] lg:h-auto lg:max-h-[calc(100dvh-4rem)]",
  "lg:rounded-card lg:border lg:open-popover:animate-slide-up lg:backdrop:bg-transparent",
);

const GROUP = "grid grid-cols-1 gap-0.5 border-t border-line pt-1";

const ITEM = "menu-item";
