/** The mails that a user can turn off, and which roles get each. */
import { canActAs, type Permission } from "./roles";

export const NOTIFICATIONS = ["new_signin", "plan_updated", "card_updated", "invite_accepted"] as const;
export type NotificationName = (typeof NOTIFICATIONS)[number];

/** The role that gets each mail: plan and card concern the owner, and admins send invitations. */
const CONCERNS: Record<NotificationName, Permission> = {
  new_signin: "user",
  plan_updated: "owner",
  card_updated: "owner",
  invite_accepted: "admin",
};

/** The notifications that a user of this role can get, in the order of the page. */
export function listNotificationNames(permission: Permission): NotificationName[] {
  return NOTIFICATIONS.filter((name) => canActAs(permission, CONCERNS[name]));
}
