/**
 * The links in mails that turn one notification off, and on again, for a reader who is not signed in. A link is signed
 * for one user, one email and one notification. It does not expire: an old mail must still be able to stop the next one.
 */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { notificationLinkForm } from "~/domain/forms/notifications";
import { NOTIFICATIONS, type NotificationName } from "~/domain/notifications";
import { paths } from "~/domain/paths";
import { TOKEN_LIMITS } from "~/domain/rate-limits";
import { saveNotificationPreference } from "~/models/notification-preference.server";
import { findUser, type UserRow } from "~/models/user.server";
import type { App } from "../platform/app.server";
import { defineOperation } from "../platform/operation.server";
import { isNotificationWanted } from "./notifications.server";

const preferenceShape = z.object({ name: z.enum(NOTIFICATIONS), active: z.boolean() });

/** The URL that turns `name` off for the user. It stops working when the user's email changes. */
export function createNotificationLink(
  { config, secrets }: Pick<App, "config" | "secrets">,
  user: Pick<UserRow, "id" | "email">,
  name: NotificationName,
): string {
  const signature = secrets.sign(PURPOSE, toSignedText(user, name));
  return config.appUrl + paths.notificationLink(`uns_${signature}.${user.id}.${name}`);
}

/** Reads the notification that the token's link changes, and its state. Null for an invalid token. Changes nothing. */
export async function readNotificationLink(
  app: Pick<App, "store" | "secrets">,
  token: string,
): Promise<z.infer<typeof preferenceShape> | null> {
  const linked = await findLinked(app, token);
  return (
    linked && { name: linked.name, active: await isNotificationWanted(app.store, linked.userId, linked.name) }
  );
}

export const updateNotificationByLink = defineOperation({
  name: "updateNotificationByLink",
  method: "POST",
  path: "/api/notification/link",
  summary: "Turn one notification off, or with `active` on again, with the token of the link in its emails.",
  access: { permission: "none" },
  needsOwnSession: false,
  input: notificationLinkForm,
  output: preferenceShape,
  limits: TOKEN_LIMITS,
  refusesImpersonator: true,
  async run({ token, active }, { app }) {
    const linked = await findLinked(app, token);
    if (!linked) throw new AppError("invalid", "notifications:link.invalid", { inputError: "token" });
    await saveNotificationPreference(app.store, { ...linked, isActive: active });
    return { data: { name: linked.name, active } };
  },
});

const PURPOSE = "notification_link";
const TOKEN = /^uns_([\w-]+)\.([\w-]+)\.(\w+)$/;

async function findLinked(
  { store, secrets }: Pick<App, "store" | "secrets">,
  token: string,
): Promise<{ userId: string; name: NotificationName } | null> {
  const [, signature = "", id = "", given = ""] = TOKEN.exec(token) ?? [];
  const name = NOTIFICATIONS.find((notification) => notification === given);
  const user = name && (await findUser(store, { id }));
  if (!user || !secrets.hasValidSignature(PURPOSE, toSignedText(user, name), signature)) return null;
  return { userId: user.id, name };
}

function toSignedText({ id, email }: Pick<UserRow, "id" | "email">, name: NotificationName): string {
  return [name, id, email].join("\n");
}
