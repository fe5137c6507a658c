/** Which mails a user wants. Without a row they want the mail. */
import { v7 as uuid } from "uuid";
import type { NotificationName } from "~/domain/notifications";
import { boolean, id, string, type Entity } from "./store/entity";
import { DuplicateError, type Store } from "./store/store";

interface NotificationPreferenceRow {
  id: string;
  userId: string;
  name: NotificationName;
  isActive: boolean;
}

export const notificationPreferenceEntity: Entity<NotificationPreferenceRow> = {
  table: "notification_preferences",
  belongsTo: { user: "userId" },
  fields: { id: id(), userId: id(), name: string(32), isActive: boolean() },
  unique: [["userId", "name"]],
};

/** The user's choice for this mail; null without one. */
export function findNotificationPreference(
  store: Store,
  { userId, name }: Pick<NotificationPreferenceRow, "userId" | "name">,
): Promise<NotificationPreferenceRow | null> {
  return store.findOne(notificationPreferenceEntity, { userId, name });
}

/** The user's choices, in no particular order. */
export function listNotificationPreferences(
  store: Store,
  { userId }: Pick<NotificationPreferenceRow, "userId">,
): Promise<NotificationPreferenceRow[]> {
  return store.find(notificationPreferenceEntity, { userId });
}

/** Saves the user's choice. Do not call it in a transaction, which a concurrent insert of the same row would end. */
export async function saveNotificationPreference(
  store: Store,
  { userId, name, isActive }: Omit<NotificationPreferenceRow, "id">,
): Promise<void> {
  const change = () => store.update(notificationPreferenceEntity, { userId, name }, { isActive });
  if ((await change()) === 1) return;
  try {
    await store.insert(notificationPreferenceEntity, { id: uuid(), userId, name, isActive });
  } catch (cause) {
    if (!(cause instanceof DuplicateError)) throw cause;
    await change();
  }
}
