/** /api/account/users: the members and the open invitations. */
import { apiAction, apiLoader } from "~/http/api.server";
import { listMembers } from "~/services/team/members.server";

export const loader = apiLoader(listMembers);
export const action = apiAction();
