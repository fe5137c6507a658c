/** /api/account/subscription: what the account is subscribed to. */
import { apiAction, apiLoader } from "~/http/api.server";
import { getSubscription } from "~/services/billing/subscription.server";

export const loader = apiLoader(getSubscription);
export const action = apiAction();
