/** /api/event: recording what somebody did. */
import { apiAction, apiLoader } from "~/http/api.server";
import { createEvent } from "~/services/records/events.server";

export const loader = apiLoader();
export const action = apiAction(createEvent);
