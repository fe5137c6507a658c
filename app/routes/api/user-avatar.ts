/** /api/user/avatar: one's own picture. */
import { apiAction, apiLoader } from "~/http/api.server";
import { removeAvatar } from "~/services/profile/avatar.server";

export const loader = apiLoader();
export const action = apiAction(removeAvatar);
