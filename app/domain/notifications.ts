/** The mails that a user can turn off, and which roles get each. */
import { canActAs, type Actor, type Permission, type Role } from "./roles";

export const NOTIFICATIONS = ["new_signin", "plan_updated", "card_updated", "invite_accepted"] as const;
export type NotificationName = (typeof NOTIFICATIONS)[number];

/** The role that gets each mail: plan and card concern the owner, and admins send invitations. */
const CONCERNS = {
  new_signin: "user",
  plan_updated: "owner",
  card_updated: "owner",
  invite_accepted: "admin",
} as const satisfies Record<NotificationName, Permission>;

/** The role that a mail is for; those that act as it get the mail too. */
export function getNotificationRole(name: NotificationName): (typeof CONCERNS)[NotificationName] {
  return CONCERNS[name];
}

/** The notifications that a member, or one of this role, can get, in the order of the page. */
export function listNotificationNames(member: Role | Actor): NotificationName[] {
  return NOTIFICATIONS.filter((name) => canReceive(member, name));
}

/** Whether a member, or one of this role, can get this mail. */
export function canReceive(member: Role | Actor, name: NotificationName): boolean {
  return canActAs(member, CONCERNS[name]);
}
