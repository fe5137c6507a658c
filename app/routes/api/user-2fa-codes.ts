/** /api/user/2fa/codes: new backup codes. */
import { apiAction, apiLoader } from "~/http/api.server";
import { renewBackupCodes } from "~/services/identity/two-factor.server";

export const loader = apiLoader();
export const action = apiAction(renewBackupCodes);
