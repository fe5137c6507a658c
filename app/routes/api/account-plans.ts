/** /api/account/plans: what can be chosen. */
import { apiAction, apiLoader } from "~/http/api.server";
import { listPlans } from "~/services/billing/subscription.server";

export const loader = apiLoader(listPlans);
export const action = apiAction();
