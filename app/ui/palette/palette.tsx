/** The command palette: pages, users and settings by their names. Loaded when it is first opened. */
import { useNavigate } from "@remix-run/react";
import { Command } from "cmdk";
import { useState, type ReactNode } from "react";
import { LANGUAGES, LOCALES } from "~/domain/locales";
import { ACCOUNT_NAVIGATION, MAIN_NAVIGATION } from "~/domain/navigation";
import { ACTS } from "~/domain/navigation-acts";
import type { NavigationItem } from "~/domain/navigation-entries";
import type { IconName } from "~/domain/icon-names";
import { paths } from "~/domain/paths";
import { DialogBox } from "../kit/dialog-box";
import { Icon } from "../kit/icon";
import { filterAllowedEntries, useEntries, useLayoutViewer, type LayoutViewer } from "../navigation";
import { useTexts } from "../use-texts";
import { useUsers } from "./use-users";

interface PaletteProps {
  onClose: () => void;
  /** Posts to a page as the forms of the menu do, and closes the palette. */
  onPost: (action: string, fields: Record<string, string>) => void;
  onShortcuts: () => void;
}

export default function Palette({ onClose, onPost, onShortcuts }: PaletteProps) {
  const { t } = useTexts("palette");
  const [search, setSearch] = useState("");
  const navigate = useNavigate();
  const signedIn = useLayoutViewer();
  const goTo = (path: string) => {
    onClose();
    navigate(path);
  };
  if (!signedIn) return null;
  const { viewer, permissions } = signedIn;
  return (
    <DialogBox onClose={onClose} title={t("title")}>
      <Command label={t("title")} loop>
        <Command.Input
          value={search}
          onValueChange={setSearch}
          placeholder={t("placeholder")}
          aria-label={t("placeholder")}
          className="field-text h-9.5 w-full rounded border border-line-strong bg-surface px-3 shadow-control"
        />
        <Command.List className="mt-3 max-h-[46vh] overflow-y-auto">
          <Command.Empty className="px-3 py-4 text-center text-muted">{t("nothing")}</Command.Empty>
          <Entries heading={t("pages")} items={PAGES} permissions={permissions} onChoose={goTo} />
          <Entries heading={t("acts")} items={ACTS} permissions={permissions} onChoose={goTo} />
          {permissions.admin ? <Users search={search} onChoose={goTo} /> : null}
          <Settings viewer={viewer} onPost={onPost} onShortcuts={onShortcuts} />
        </Command.List>
      </Command>
    </DialogBox>
  );
}

interface EntriesProps {
  heading: string;
  items: readonly NavigationItem[];
  permissions: Parameters<typeof filterAllowedEntries>[1];
  onChoose: (path: string) => void;
}

/** Pages or acts, those that the viewer may open. */
function Entries({ heading, items, permissions, onChoose }: EntriesProps) {
  const entries = filterAllowedEntries(useEntries(items), permissions);
  if (entries.length === 0) return null;
  return (
    <Group heading={heading}>
      {entries.map(({ link, label, icon }) => (
        <Item key={link} id={link} label={label} icon={icon} onSelect={() => onChoose(link)} />
      ))}
    </Group>
  );
}

const PAGES = [...MAIN_NAVIGATION, ...ACCOUNT_NAVIGATION];

function Users({ search, onChoose }: { search: string; onChoose: (path: string) => void }) {
  const { t } = useTexts("palette");
  const users = useUsers(search);
  if (users.length === 0) return null;
  return (
    <Group heading={t("people")}>
      {users.map(({ id, name, email }) => (
        <Item
          key={id}
          id={id}
          label={name}
          detail={email}
          icon="user"
          onSelect={() => onChoose(paths.editUserWith(id))}
        />
      ))}
    </Group>
  );
}

/** Whether the page is dark now, by the user's choice or by the operating system. */
function isDarkShown(): boolean {
  const { classList } = document.documentElement;
  return (
    classList.contains("dark") ||
    (!classList.contains("light") && window.matchMedia("(prefers-color-scheme: dark)").matches)
  );
}

interface SettingsProps extends Pick<PaletteProps, "onPost" | "onShortcuts"> {
  viewer: LayoutViewer;
}

/** Settings that apply at once. */
function Settings({ viewer, onPost: post, onShortcuts }: SettingsProps) {
  const { t } = useTexts(["palette", "layout"]);
  const others = viewer.accounts.filter(({ id }) => id !== viewer.accountId);
  const isDark = isDarkShown();
  return (
    <Group heading={t("settings")}>
      <Item
        id="theme"
        label={isDark ? t("layout:menu.light") : t("layout:menu.dark")}
        icon={isDark ? "sun" : "moon"}
        onSelect={() => post(paths.preferences, { dark_mode: String(!isDark), return_to: getCurrentPath() })}
      />
      {LOCALES.filter((locale) => locale !== viewer.locale).map((locale) => (
        <Item
          key={locale}
          id={locale}
          label={LANGUAGES[locale].name}
          icon="settings"
          onSelect={() => post(paths.preferences, { locale, return_to: getCurrentPath() })}
        />
      ))}
      {others.map(({ id, name }) => (
        <Item
          key={id}
          id={id}
          label={t("switch_to", { account: name })}
          icon="arrow-left-right"
          onSelect={() => post(paths.switchAccount, { account: id })}
        />
      ))}
      <Item id="shortcuts" label={t("shortcuts.title")} icon="info" onSelect={onShortcuts} />
      <Item
        id="sign-out"
        label={t("layout:menu.signout")}
        icon="log-out"
        onSelect={() => post(paths.signOut, {})}
      />
    </Group>
  );
}

function getCurrentPath(): string {
  return location.pathname + location.search;
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="py-1 [&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:py-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  /** Tells items with the same label apart. */
  id: string;
  label: string;
  detail?: string;
  icon: IconName;
  onSelect: () => void;
}

function Item({ id, label, detail = "", icon, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={id}
      keywords={[label, detail]}
      onSelect={onSelect}
      className="menu-item cursor-pointer data-[selected=true]:bg-sunken data-[selected=true]:text-text"
    >
      <Icon name={icon} />
      <span className="truncate">{label}</span>
      {detail ? <span className="truncate text-sm font-normal">{detail}</span> : null}
    </Command.Item>
  );
}
