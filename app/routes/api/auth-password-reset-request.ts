/** /api/auth/password/reset/request: asking for a link that sets a new password. */
import { apiAction, apiLoader } from "~/http/api.server";
import { requestPasswordReset } from "~/services/identity/password-reset.server";

export const loader = apiLoader();
export const action = apiAction(requestPasswordReset);
