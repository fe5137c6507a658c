/** /api/auth/password/reset: the new password. */
import { apiAction, apiLoader } from "~/http/api.server";
import { resetPassword } from "~/services/identity/password-reset.server";

export const loader = apiLoader();
export const action = apiAction(resetPassword);
