/** /api/webhook/stripe: receives the events of Stripe. */
import { rejectMethod } from "~/http/api.server";
import { receiveWebhook } from "~/http/webhook.server";

export const loader = rejectMethod(["POST"]);
export const action = receiveWebhook;
