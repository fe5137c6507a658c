/**
 * The webhook's door. It is no operation: nobody signs in to it, its body is no form but bytes under a signature, and
 * its answer is read by the payment provider, which sends again whatever is not answered with 2xx.
 */
import type { ActionFunctionArgs } from "@remix-run/node";
import { AppError } from "~/domain/errors";
import { WEBHOOK_MAX_BYTES } from "~/domain/limits";
import { FALLBACK_LOCALE } from "~/domain/locales";
import { receiveEvent } from "~/services/billing/webhook.server";
import { failed } from "./api.server";
import { readBytes } from "./body.server";
import { failureOf } from "./failure.server";

/** Takes POST only. 200 for every signed event, also one that changes nothing here; 400 for any other body. */
export async function receiveWebhook({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { app, id } = context.request;
  try {
    if (request.method !== "POST") throw new AppError("method_not_allowed", "errors:method_not_allowed");
    const body = await readBytes(request, WEBHOOK_MAX_BYTES);
    await receiveEvent(app, { body, signature: request.headers.get("Stripe-Signature") ?? "" });
    return Response.json({ received: true }, { headers: { "Cache-Control": "no-store" } });
  } catch (thrown) {
    return failed(failureOf(thrown, app, id), FALLBACK_LOCALE);
  }
}
