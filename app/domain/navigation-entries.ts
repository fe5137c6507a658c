/** What an entry of the navigation says. */
import type { IconName } from "./icon-names";
import type { MessageKey } from "./message-keys";
import type { Permission } from "./roles";

export interface NavigationItem {
  label: Extract<MessageKey, `common:nav.${string}`>;
  icon: IconName;
  link: string;
  position: "top" | "bottom";
  permission: Permission;
  /** Pages under other paths that belong to this entry. */
  covers?: readonly string[];
}

/** Its list says where it stands. */
export type NavigationEntry = Omit<NavigationItem, "position">;
