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

type Entry = Omit<NavigationItem, "position">;

const MAIN: readonly Entry[] = [
  { label: "common:nav.dashboard", icon: "layout-dashboard", link: "/dashboard", permission: "user" },
  { label: "common:nav.account", icon: "user", link: "/account", permission: "user" },
];

const ACCOUNT: readonly Entry[] = [
  { label: "common:nav.profile", icon: "user", link: "/account/profile", permission: "user" },
  { label: "common:nav.billing", icon: "credit-card", link: "/account/billing", permission: "owner" },
];

const HELP: Entry = { label: "common:nav.help", icon: "life-buoy", link: "/help", permission: "user" };

export const MAIN_NAVIGATION: readonly NavigationItem[] = [
  ...MAIN.map((entry) => ({ ...entry, position: "top" as const })),
  { ...HELP, position: "bottom" },
];

export const ACCOUNT_NAVIGATION: readonly NavigationItem[] = ACCOUNT.map((entry) => ({
  ...entry,
  position: "top",
}));
