/** /api/user/password: choosing another password. */
import { apiAction, apiLoader } from "~/http/api.server";
import { changePassword } from "~/services/identity/change-password.server";

export const loader = apiLoader();
export const action = apiAction(changePassword);
