/** A navigation entry, and which entries somebody gets to see. Spec §3 and §6. */
import type { Permission } from "~/domain/roles";
import type { IconName } from "../kit/icon";

export interface NavEntry {
  /** Already in the reader's language. */
  label: string;
  icon: IconName;
  link: string;
  position: "top" | "bottom";
  /** None: everybody sees it. */
  permission?: Permission;
  /** Further pages that belong to it. */
  covers?: readonly string[];
}

export type PermissionMap = Partial<Record<Permission, boolean>>;

/** Entries appear only when the viewer's permission map has the entry's permission. */
export function filterAllowedEntries(entries: readonly NavEntry[], permissions: PermissionMap): NavEntry[] {
  return entries.filter(({ permission }) => permission === undefined || permissions[permission] === true);
}

/** Whether the page at `pathname` is the entry's, or stands below it. */
export function isEntryForPath({ link, covers = [] }: NavEntry, pathname: string): boolean {
  return [link, ...covers].some((page) => pathname === page || pathname.startsWith(`${page}/`));
}
