/** Which mails a user wants; without a row they want it. */
import { v7 as uuid } from "uuid";
import type { NotificationName } from "~/domain/forms/notifications";
import { boolean, id, string, type Entity } from "./store/entity";
import { DuplicateError, type Store } from "./store/store";

export interface NotificationPreferenceRow {
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

/** What the user chose for this mail; null when they chose nothing. */
export function findNotificationPreference(
  store: Store,
  { userId, name }: Pick<NotificationPreferenceRow, "userId" | "name">,
): Promise<NotificationPreferenceRow | null> {
  return store.findOne("notificationPreferences", { userId, name });
}

/** What the user has chosen, in no particular order. */
export function listNotificationPreferences(
  store: Store,
  { userId }: Pick<NotificationPreferenceRow, "userId">,
): Promise<NotificationPreferenceRow[]> {
  return store.find("notificationPreferences", { userId });
}

/** Writes the user's choice. Not to be called in a transaction: a row that another request has just inserted would end it. */
export async function saveNotificationPreference(
  store: Store,
  { userId, name, isActive }: Omit<NotificationPreferenceRow, "id">,
): Promise<void> {
  const change = () => store.update("notificationPreferences", { userId, name }, { isActive });
  if ((await change()) === 1) return;
  try {
    await store.insert("notificationPreferences", { id: uuid(), userId, name, isActive });
  } catch (cause) {
    if (!(cause instanceof DuplicateError)) throw cause;
    await change();
  }
}
