/** The data of the app's layouts: the signed-in user, and the navigation entries that they may see. */
import type { Locale } from "~/domain/locales";
import type { NavigationItem } from "~/domain/navigation-entries";
import type { Permission } from "~/domain/roles";
import type { JoinedAccount } from "~/domain/root-data";
import type { IconName } from "~/domain/icon-names";
import { useTexts } from "./use-texts";
import { useRoot } from "./use-page";

export interface NavEntry {
  /** Translated. */
  label: string;
  icon: IconName;
  link: string;
  position: "top" | "bottom";
  /** Without a permission, every user sees the entry. */
  permission?: Permission;
  /** Further pages that belong to the entry. */
  covers?: readonly string[];
}

export type PermissionMap = Partial<Record<Permission, boolean>>;

/** The signed-in user, as the layouts show them. */
export interface LayoutViewer {
  name: string;
  email: string;
  avatar?: string | null;
  accounts: readonly JoinedAccount[];
  accountId: string;
  /** The account is sample data. */
  isDemo: boolean;
  locale: Locale;
}

/** The signed-in user and their permissions, or null. */
export function useLayoutViewer(): { viewer: LayoutViewer; permissions: Record<Permission, boolean> } | null {
  const { viewer, locale } = useRoot();
  return viewer && { viewer: { ...viewer, locale }, permissions: viewer.permissions };
}

/** The account that the viewer works in now. */
export function findCurrentAccount({ accounts, accountId }: LayoutViewer): JoinedAccount | undefined {
  return accounts.find(({ id }) => id === accountId);
}

/** Navigation entries with translated labels. */
export function useEntries(items: readonly NavigationItem[]): NavEntry[] {
  const { t } = useTexts(["common"]);
  return items.map((item) => ({ ...item, label: t(item.label) }));
}

/** The entries whose permission the viewer has. */
export function filterAllowedEntries(entries: readonly NavEntry[], permissions: PermissionMap): NavEntry[] {
  return entries.filter(({ permission }) => permission === undefined || permissions[permission] === true);
}

/** Whether the page at `pathname` is a page of the entry, or below one. */
export function isEntryForPath({ link, covers = [] }: NavEntry, pathname: string): boolean {
  return [link, ...covers].some((page) => pathname === page || pathname.startsWith(`${page}/`));
}
