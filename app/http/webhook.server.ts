/**
 * Handles the webhook of the payment provider. It is no operation: the caller has no session, the body is bytes under a
 * signature, and the provider sends an event again until the answer is 2xx.
 */
import type { ActionFunctionArgs } from "@remix-run/node";
import { AppError } from "~/domain/errors";
import { WEBHOOK_MAX_BYTES } from "~/domain/limits";
import { FALLBACK_LOCALE } from "~/domain/locales";
import { receiveEvent } from "~/services/billing/webhook.server";
import { toErrorResponse } from "./api.server";
import { readBytes } from "./body.server";
import { toAppError } from "./failure.server";

/** Takes POST only. 200 for every signed event, also one that changes nothing here; 400 for any other body. */
export async function receiveWebhook({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { app, id } = context.request;
  try {
    if (request.method !== "POST") throw new AppError("method_not_allowed", "errors:method_not_allowed");
    const body = await readBytes(request, WEBHOOK_MAX_BYTES);
    await receiveEvent(app, { body, signature: request.headers.get("Stripe-Signature") ?? "" });
    return Response.json({ received: true }, { headers: { "Cache-Control": "no-store" } });
  } catch (thrown) {
    return toErrorResponse(toAppError(thrown, app, id), FALLBACK_LOCALE);
  }
}
