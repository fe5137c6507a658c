/** /api/user/2fa: switching two-factor on and off. */
import { apiAction, apiLoader } from "~/http/api.server";
import { switchTwoFactor } from "~/services/identity/two-factor.server";

export const loader = apiLoader();
export const action = apiAction(switchTwoFactor);
