/** The entries of the navigation, each with the permission that shows it. Spec §2 "Layouts", §3 "Navigation item". */
import type { Permission } from "./roles";

export interface NavigationItem {
  /** A translation key. */
  label: string;
  icon: string;
  link: string;
  position: "top" | "bottom";
  permission: Permission;
}

const item = (label: string, icon: string, link: string, permission: Permission): NavigationItem => ({
  label,
  icon,
  link,
  permission,
  position: "top",
});

export const MAIN_NAVIGATION: readonly NavigationItem[] = [
  item("common:nav.dashboard", "layout-dashboard", "/dashboard", "user"),
  item("common:nav.account", "user", "/account", "user"),
  { ...item("common:nav.help", "life-buoy", "/help", "user"), position: "bottom" },
];

export const ACCOUNT_NAVIGATION: readonly NavigationItem[] = [
  item("common:nav.profile", "user", "/account/profile", "user"),
  item("common:nav.billing", "credit-card", "/account/billing", "owner"),
];
