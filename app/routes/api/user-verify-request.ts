/** /api/user/verify/request: the verification mail again. */
import { apiAction, apiLoader } from "~/http/api.server";
import { requestVerification } from "~/services/identity/verification.server";

export const loader = apiLoader();
export const action = apiAction(requestVerification);
