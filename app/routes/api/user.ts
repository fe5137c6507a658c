/** /api/user: one's own record, joining as somebody new by an invitation, and closing. */
import { apiAction, apiLoader } from "~/http/api.server";
import { closeUser } from "~/services/profile/closing.server";
import { createUser } from "~/services/team/invitation.server";
import { getUser, updateUser } from "~/services/profile/user.server";

export const loader = apiLoader(getUser);
export const action = apiAction(createUser, updateUser, closeUser);
