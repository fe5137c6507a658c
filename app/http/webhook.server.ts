/**
 * Handles the webhook of the payment provider. It is not an operation: the caller has no session, the signature covers the
 * bytes of the body, and the provider repeats an event until the response is 2xx.
 */
import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { FALLBACK_LOCALE } from "~/domain/locales";
import { receiveEvent } from "~/services/billing/sync/provider-events.server";
import { readBytes } from "./body.server";
import { createMethodError, toAppError } from "./failure.server";
import { toErrorResponse } from "./reply.server";

/** The provider's events contain whole objects. */
export const PROVIDER_EVENT_MAX_BYTES = 512 * 1024;

/**
 * Accepts POST only. Answers 200 to every signed event, even one that changes nothing, and 400 to any other body. Unlike a
 * call's, its depth is not bounded: the provider has signed it, and nothing goes through it by recursion.
 */
export async function receiveWebhook({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { app, id } = context.request;
  context.request.route = paths.stripeWebhook;
  try {
    if (request.method !== "POST") throw createMethodError(["POST"]);
    const body = await readBytes(request, PROVIDER_EVENT_MAX_BYTES);
    const signature = request.headers.get("Stripe-Signature") ?? "";
    await receiveEvent(app, { body, signature, requestId: id });
    return Response.json({ received: true }, { headers: { "Cache-Control": "no-store" } });
  } catch (thrown) {
    return toErrorResponse(toAppError(thrown, context.request), FALLBACK_LOCALE);
  }
}
