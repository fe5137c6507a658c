/** /api/auth/magic: asking for a link that signs in. */
import { apiAction, apiLoader } from "~/http/api.server";
import { requestMagicLink } from "~/services/identity/magic.server";

export const loader = apiLoader();
export const action = apiAction(requestMagicLink);
