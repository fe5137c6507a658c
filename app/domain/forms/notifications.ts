/** The input of the notification preferences: one switch for each, or the whole list as it was read. */
import * as z from "zod/mini";
import { NOTIFICATIONS, type NotificationName } from "../notifications";
import { toMessage } from "../messages";
import { flag, select } from "./choices";
import { createFormSchema, optional } from "./rules";

const preference = createFormSchema({ name: select(NOTIFICATIONS), active: flag() });

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
