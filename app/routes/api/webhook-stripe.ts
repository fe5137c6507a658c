/** /api/webhook/stripe: the payment provider's events. */
import { apiLoader } from "~/http/api.server";
import { receiveWebhook } from "~/http/webhook.server";

export const loader = apiLoader();
export const action = receiveWebhook;
