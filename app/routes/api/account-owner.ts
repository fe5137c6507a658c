/** /api/account/owner: offering the account, and declining or taking back the offer. */
import { apiAction, apiLoader } from "~/http/api.server";
import { declineOwnership, offerOwnership } from "~/services/team/ownership.server";

export const loader = apiLoader();
export const action = apiAction(offerOwnership, declineOwnership);
