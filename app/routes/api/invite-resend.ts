/** /api/invite/:id/resend: the mail again, with a new link. */
import { apiAction, apiLoader } from "~/http/api.server";
import { resendInvite } from "~/services/team/invites.server";

export const loader = apiLoader();
export const action = apiAction(resendInvite);
