/** The mails one can do without, and whom each is about. Spec §3. */
import { mayActAs, type Permission } from "./roles";

export const NOTIFICATIONS = ["new_signin", "plan_updated", "card_updated", "invite_accepted"] as const;
export type NotificationName = (typeof NOTIFICATIONS)[number];

/** Who gets it at all: plan and card are the owner's business, invitations are sent by admins. */
const CONCERNS: Record<NotificationName, Permission> = {
  new_signin: "user",
  plan_updated: "owner",
  card_updated: "owner",
  invite_accepted: "admin",
};

/** The notifications that somebody of this role could get, in the spec's order. */
export function notificationsOf(permission: Permission): NotificationName[] {
  return NOTIFICATIONS.filter((name) => mayActAs(permission, CONCERNS[name]));
}
