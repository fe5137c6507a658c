/** /api/account/owner/accept: becoming the owner. */
import { apiAction, apiLoader } from "~/http/api.server";
import { acceptOwnership } from "~/services/team/ownership.server";

export const loader = apiLoader();
export const action = apiAction(acceptOwnership);
