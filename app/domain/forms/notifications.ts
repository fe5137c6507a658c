/** The mails that a user can turn off, which roles get each, and the form of these preferences. */
import * as z from "zod/mini";
import { TOKEN_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { canActAs, type Actor, type Permission, type Role } from "../roles";
import { flag, select } from "./choices";
import { createFormSchema, optional, requiredText } from "./rules";

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

const preference = createFormSchema({ name: select(NOTIFICATIONS), active: flag() });

/** One switch for each notification, or the whole list as it was read. */
export const notificationsForm = createFormSchema({
  new_signin: optional(flag()),
  plan_updated: optional(flag()),
  card_updated: optional(flag()),
  invite_accepted: optional(flag()),
  notifications: optional(
    z
      .array(preference, { error: toMessage("form:invalid") })
      .check(z.maxLength(NOTIFICATIONS.length, toMessage("form:invalid"))),
  ),
});

/** The token of the link in a mail. Mail programs post nothing but the token, and want the mail to stop. */
export const notificationLinkForm = createFormSchema({
  token: requiredText(toMessage("notifications:link.invalid"), { max: TOKEN_MAX_LENGTH }),
  active: z._default(flag(), false),
});

/** Returns the changes from both ways of sending them. Where both name a notification, the list wins. */
export function toNotificationChanges(
  input: z.output<typeof notificationsForm>,
): { name: NotificationName; active: boolean }[] {
  const chosen = new Map<NotificationName, boolean>();
  for (const name of NOTIFICATIONS) {
    const active = input[name];
    if (active !== undefined) chosen.set(name, active);
  }
  for (const { name, active } of input.notifications ?? []) chosen.set(name, active);
  return [...chosen].map(([name, active]) => ({ name, active }));
}
