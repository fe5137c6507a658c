/** /api/session/:id: ending one session. */
import { apiAction, apiLoader } from "~/http/api.server";
import { endOwnSession } from "~/services/identity/session-list.server";

export const loader = apiLoader();
export const action = apiAction(endOwnSession);
