/** What the command palette offers besides the pages: the way to an act, for those who may. Loaded with the palette. */
import type { NavigationItem } from "./navigation-entries";
import { paths } from "./paths";

export const ACTS: readonly NavigationItem[] = [
  {
    label: "common:title.api_key_create",
    icon: "code",
    link: paths.createApiKey,
    permission: "developer",
    position: "top",
  },
  {
    label: "common:title.invite",
    icon: "user-plus",
    link: paths.inviteUsers,
    permission: "admin",
    position: "top",
  },
  {
    label: "common:title.upgrade",
    icon: "credit-card",
    link: paths.upgrade,
    permission: "owner",
    position: "top",
  },
];
