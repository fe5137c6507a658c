/** /api/invite/accept: joining with one's own session. */
import { apiAction, apiLoader } from "~/http/api.server";
import { acceptInvitation } from "~/services/team/invitation.server";

export const loader = apiLoader();
export const action = apiAction(acceptInvitation);
