/** /api/auth/impersonate: acting as somebody, and ending it. */
import { apiAction, apiLoader } from "~/http/api.server";
import { endImpersonation, impersonate } from "~/services/master/impersonation.server";

export const loader = apiLoader();
export const action = apiAction(impersonate, endImpersonation);
