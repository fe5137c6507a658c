/** What the root loader told every page, and the layouts' view of it. */
import { useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { NavigationItem } from "~/domain/navigation";
import type { Permission } from "~/domain/roles";
import type { RootData } from "~/domain/root-data";
import type { NavEntry } from "./nav-entry";
import type { LayoutViewer } from "./layout-viewer";

/** The root's data; throws outside of a rendered page. */
export function useRoot(): RootData {
  const root = useRouteLoaderData<RootData>("root");
  if (!root) throw new Error("the root loader gave no data");
  return root;
}

/** The signed-in person as the layouts show them. */
export function useLayoutViewer(): { viewer: LayoutViewer; permissions: Record<Permission, boolean> } | null {
  const { viewer, locale, theme } = useRoot();
  return (
    viewer && { viewer: { ...viewer, locale, isDark: theme === "dark" }, permissions: viewer.permissions }
  );
}

/** Navigation entries in the reader's language. */
export function useEntries(items: readonly NavigationItem[]): NavEntry[] {
  const { t } = useTranslation(["common"]);
  return items.map((item) => ({ ...item, label: t(item.label) }));
}
