/** Notification settings: which mails a user wants. */
import * as z from "zod";
import { toNotificationChanges, notificationsForm } from "~/domain/forms/notifications";
import { NOTIFICATIONS, canReceive, type NotificationName } from "~/domain/notifications";
import {
  findNotificationPreference,
  listNotificationPreferences,
  saveNotificationPreference,
} from "~/models/notification-preference.server";
import type { Store } from "~/models/store/store";
import { defineOperation, requireViewer } from "../platform/operation.server";
import type { Viewer } from "../platform/viewer.server";

export const preferencesShape = z.array(
  z.object({
    name: z.enum(NOTIFICATIONS),
    active: z.boolean(),
    /** Whether the user's role in this account gets the mail at all. */
    receives: z.boolean(),
  }),
);
type Preferences = z.infer<typeof preferencesShape>;

export const getNotifications = defineOperation({
  name: "getNotifications",
  method: "GET",
  path: "/api/notification",
  summary:
    "Read your notification settings. `receives` is false for an email that your role in this account does not get.",
  access: { permission: "user", state: "verified" },
  input: z.object({}),
  output: preferencesShape,
  async run(_input, context) {
    return { data: await listNotifications(context.app.store, requireViewer(context)) };
  },
});

export const updateNotifications = defineOperation({
  name: "updateNotifications",
  method: "PATCH",
  path: "/api/notification",
  summary: "Change your notification settings: the list as it was read, or the names with true or false.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  input: notificationsForm,
  listField: "notifications",
  refusesImpersonator: true,
  output: preferencesShape,
  async run(input, context) {
    const viewer = requireViewer(context);
    const { store } = context.app;
    for (const { name, active } of toNotificationChanges(input)) {
      await saveNotificationPreference(store, { userId: viewer.user.id, name, isActive: active });
    }
    return { data: await listNotifications(store, viewer), message: "notifications:saved" };
  },
});

/** Whether the user wants this mail. Without a saved preference they do. */
export async function isNotificationWanted(
  store: Store,
  userId: string,
  name: NotificationName,
): Promise<boolean> {
  const preference = await findNotificationPreference(store, { userId, name });
  return preference?.isActive ?? true;
}

/** Every notification: whether the user wants it, and whether their role in this account gets it. */
export async function listNotifications(
  store: Store,
  viewer: Pick<Viewer, "user" | "permission" | "role">,
): Promise<Preferences> {
  const rows = await listNotificationPreferences(store, { userId: viewer.user.id });
  const saved = new Map(rows.map(({ name, isActive }) => [name, isActive]));
  return NOTIFICATIONS.map((name) => ({
    name,
    active: saved.get(name) ?? true,
    receives: canReceive(viewer, name),
  }));
}
