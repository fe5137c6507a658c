/** /api/auth/magic/verify: signing in by that link. */
import { apiAction, apiLoader } from "~/http/api.server";
import { signInByMagicLink } from "~/services/identity/magic.server";

export const loader = apiLoader();
export const action = apiAction(signInByMagicLink);
