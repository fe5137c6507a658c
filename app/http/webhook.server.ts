/**
 * Handles the webhooks of the payment provider. They are no operations: the caller has no session, the signature covers the
 * bytes of the body, and the provider repeats an event until the response is 2xx.
 */
import type { ActionFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { FALLBACK_LOCALE } from "~/domain/locales";
import { receiveEvent, receiveThinEvent } from "~/services/billing/sync/provider-events.server";
import type { App } from "~/services/platform/app.server";
import { readBytes } from "./body.server";
import { createMethodError, toAppError } from "./failure.server";
import { toErrorResponse } from "./reply.server";

/** The provider's events contain whole objects. */
export const PROVIDER_EVENT_MAX_BYTES = 512 * 1024;

type Receive = (app: App, delivery: { body: Buffer; signature: string; requestId: string }) => Promise<void>;

export const receiveWebhook = createReceiver(paths.stripeWebhook, receiveEvent);
/** Its events are signed with a secret of their own. */
export const receiveMeterWebhook = createReceiver(paths.stripeMeterWebhook, receiveThinEvent);

/**
 * Accepts POST only. Answers 200 to every signed event, even one that changes nothing, and 400 to any other body. Unlike a
 * call's, its depth is not bounded: the provider has signed it, and nothing goes through it by recursion.
 */
function createReceiver(path: string, receive: Receive) {
  return async ({ request, context }: ActionFunctionArgs): Promise<Response> => {
    const { app, id } = context.request;
    context.request.route = path;
    try {
      if (request.method !== "POST") throw createMethodError(["POST"]);
      const body = await readBytes(request, PROVIDER_EVENT_MAX_BYTES);
      const signature = request.headers.get("Stripe-Signature") ?? "";
      await receive(app, { body, signature, requestId: id });
      return Response.json({ received: true }, { headers: { "Cache-Control": "no-store" } });
    } catch (thrown) {
      return toErrorResponse(toAppError(thrown, context.request), FALLBACK_LOCALE);
    }
  };
}
