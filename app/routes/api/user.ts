/** /api/user: one's own record. */
import { apiAction, apiLoader } from "~/http/api.server";
import { getUser, updateUser } from "~/services/user.server";

export const loader = apiLoader(getUser);
export const action = apiAction(updateUser);
