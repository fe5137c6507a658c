/** What an entry of the navigation says. */
import type { IconName } from "./icon-names";
import type { MessageKey } from "./message-keys";
import type { Permission } from "./roles";

export interface NavigationItem {
  /** The name of a page, or of an act that a page is for. */
  label: Extract<MessageKey, `common:${"nav" | "title"}.${string}`>;
  icon: IconName;
  link: string;
  position: "top" | "bottom";
  permission: Permission;
  /** Pages under other paths that belong to this entry. */
  covers?: readonly string[];
}

/** Its list says where it stands. */
export type NavigationEntry = Omit<NavigationItem, "position">;
