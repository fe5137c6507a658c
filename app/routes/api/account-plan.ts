/** /api/account/plan: choosing the first plan. */
import { apiAction, apiLoader } from "~/http/api.server";
import { createSubscription } from "~/services/billing/subscription.server";

export const loader = apiLoader();
export const action = apiAction(createSubscription);
