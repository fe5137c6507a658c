/** /api/invite/:id: taking an invitation back. */
import { apiAction, apiLoader } from "~/http/api.server";
import { revokeInvite } from "~/services/team/invites.server";

export const loader = apiLoader();
export const action = apiAction(revokeInvite);
