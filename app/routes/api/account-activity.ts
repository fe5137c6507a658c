/** /api/account/activity: the account's log. */
import { apiAction, apiLoader } from "~/http/api.server";
import { listActivity } from "~/services/records/activity.server";

export const loader = apiLoader(listActivity);
export const action = apiAction();
