/** The form of the mails that a user turns off, and of the link in each of them. */
import * as z from "zod/mini";
import { TOKEN_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { NOTIFICATIONS, type NotificationName } from "../notifications";
import { flag, select } from "./choices";
import { createFormSchema, optional, requiredText } from "./rules";

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
