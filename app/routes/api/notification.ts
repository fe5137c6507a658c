/** /api/notification: which mails one wants. */
import { apiAction, apiLoader } from "~/http/api.server";
import { getNotifications, updateNotifications } from "~/services/profile/notifications.server";

export const loader = apiLoader(getNotifications);
export const action = apiAction(updateNotifications);
