/** /api/webhook/stripe: the events that Stripe sends. */
import { rejectMethod } from "~/http/api.server";
import { receiveWebhook } from "~/http/webhook.server";

export const loader = rejectMethod;
export const action = receiveWebhook;
