/** /api/session: where one is signed in, and signing out everywhere else. */
import { apiAction, apiLoader } from "~/http/api.server";
import { endOtherSessions, getSessions } from "~/services/identity/session-list.server";

export const loader = apiLoader(getSessions);
export const action = apiAction(endOtherSessions);
