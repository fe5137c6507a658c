/** /api/account: signing up. */
import { apiAction, apiLoader } from "~/http/api.server";
import { createAccount } from "~/services/sign-up.server";

export const loader = apiLoader();
export const action = apiAction(createAccount);
