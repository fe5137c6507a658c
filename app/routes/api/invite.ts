/** /api/invite: inviting by mail. */
import { apiAction, apiLoader } from "~/http/api.server";
import { createInvites } from "~/services/team/invites.server";

export const loader = apiLoader();
export const action = apiAction(createInvites);
