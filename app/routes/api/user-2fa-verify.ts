/** /api/user/2fa/verify: proving that the app has the secret. */
import { apiAction, apiLoader } from "~/http/api.server";
import { verifyTwoFactor } from "~/services/identity/two-factor.server";

export const loader = apiLoader();
export const action = apiAction(verifyTwoFactor);
