/** /api/user/permissions: what one may do. */
import { apiAction, apiLoader } from "~/http/api.server";
import { getPermissions } from "~/services/profile/user.server";

export const loader = apiLoader(getPermissions);
export const action = apiAction();
