/** Whether the payment provider's events arrive, since its keys were last tested. */
import * as z from "zod";
import { paths } from "~/domain/paths";
import type { WebhookState } from "~/domain/setup";
import { findLastEventTime } from "~/models/provider-event.server";
import type { App } from "../platform/app.server";

export const webhookStateShape = z.object({
  url: z.string(),
  is_expected: z.boolean(),
  last_event_at: z.string().nullable(),
});

/** Only events with a valid signature are stored. Those from before the test may be the sandbox's. */
export async function readWebhookState({ config, store, settings }: App): Promise<WebhookState> {
  const url = config.appUrl + paths.stripeWebhook;
  const last = config.stripe && (await findLastEventTime(store));
  const tested = settings.read().tests.payments?.at;
  const isSince = last !== null && (tested === undefined || last.toISOString() > tested);
  return {
    url,
    is_expected: config.stripe !== null,
    last_event_at: isSince ? last.toISOString() : null,
  };
}
