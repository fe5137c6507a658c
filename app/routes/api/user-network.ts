/** /api/user/network: the networks one signs in by. */
import { apiAction, apiLoader } from "~/http/api.server";
import { getNetworks, linkNetwork, unlinkNetwork } from "~/services/social/networks.server";

export const loader = apiLoader(getNetworks);
export const action = apiAction(linkNetwork, unlinkNetwork);
