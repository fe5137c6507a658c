/** The entries of the navigation, each with the permission that it requires. */
import { OWN_NAVIGATION } from "../product/names";
import type { NavigationEntry, NavigationItem } from "./navigation-entries";
import { paths } from "./paths";

const MAIN: readonly NavigationEntry[] = [
  { label: "common:nav.dashboard", icon: "layout-dashboard", link: paths.dashboard, permission: "user" },
  ...OWN_NAVIGATION.main,
  { label: "common:nav.account", icon: "user", link: paths.account, permission: "user" },
  { label: "common:nav.master", icon: "shield-check", link: paths.master, permission: "master" },
];

/** In the order of their cards and of the side list. */
const ACCOUNT: readonly NavigationEntry[] = [
  {
    label: "common:nav.profile",
    icon: "user",
    link: paths.profile,
    permission: "user",
    covers: [paths.leaveAccount],
  },
  { label: "common:nav.security", icon: "key-round", link: paths.security, permission: "user" },
  { label: "common:nav.password", icon: "lock", link: paths.password, permission: "user" },
  { label: "common:nav.two_factor", icon: "shield-check", link: paths.twoFactor, permission: "user" },
  {
    label: "common:nav.billing",
    icon: "credit-card",
    link: paths.billing,
    permission: "owner",
    covers: [paths.upgrade],
  },
  { label: "common:nav.notifications", icon: "bell", link: paths.notifications, permission: "user" },
  { label: "common:nav.api_keys", icon: "code", link: paths.apiKeys, permission: "developer" },
  { label: "common:nav.webhooks", icon: "webhook", link: paths.webhooks, permission: "developer" },
  {
    label: "common:nav.users",
    icon: "users",
    link: paths.users,
    permission: "admin",
    covers: [paths.offerOwnership],
  },
  { label: "common:nav.activity", icon: "activity", link: paths.activity, permission: "admin" },
  ...OWN_NAVIGATION.account,
];

const HELP: NavigationEntry = {
  label: "common:nav.help",
  icon: "life-buoy",
  link: paths.help,
  permission: "user",
};

export const MAIN_NAVIGATION: readonly NavigationItem[] = [
  ...MAIN.map(toTopItem),
  { ...HELP, position: "bottom" },
];

export const ACCOUNT_NAVIGATION: readonly NavigationItem[] = ACCOUNT.map(toTopItem);

function toTopItem(entry: NavigationEntry): NavigationItem {
  return { ...entry, position: "top" };
}
