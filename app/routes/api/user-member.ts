/** /api/user/:id: a member's role, and the end of a membership. */
import { apiAction, apiLoader } from "~/http/api.server";
import { removeMember, updateMember } from "~/services/team/members.server";

export const loader = apiLoader();
export const action = apiAction(updateMember, removeMember);
