/** /api/master/impersonation: asking to act as somebody. */
import { apiAction, apiLoader } from "~/http/api.server";
import { createImpersonation } from "~/services/master/impersonation.server";

export const loader = apiLoader();
export const action = apiAction(createImpersonation);
