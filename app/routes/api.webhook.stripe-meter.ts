/** /api/webhook/stripe/meter: receives the reports of Stripe's meter, which are thin events. */
import { rejectMethod } from "~/http/api.server";
import { receiveMeterWebhook } from "~/http/webhook.server";

export const loader = rejectMethod(["POST"]);
export const action = receiveMeterWebhook;
