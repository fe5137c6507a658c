/** /api/user/verify: proving the address. */
import { apiAction, apiLoader } from "~/http/api.server";
import { verifyAddress } from "~/services/identity/verification.server";

export const loader = apiLoader();
export const action = apiAction(verifyAddress);
