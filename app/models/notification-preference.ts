/** Which mails somebody wants; without a row they want it. Spec §3. */
import type { NotificationName } from "~/domain/notifications";
import { boolean, id, string, type Entity } from "./store/entity";

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
