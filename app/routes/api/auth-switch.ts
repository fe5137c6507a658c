/** /api/auth/switch: going over to another account. */
import { apiAction, apiLoader } from "~/http/api.server";
import { switchAccount } from "~/services/identity/switch-account.server";

export const loader = apiLoader();
export const action = apiAction(switchAccount);
