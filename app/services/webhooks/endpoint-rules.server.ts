/** The rules of every change of a webhook endpoint: whose it is, and where it may lead. */
import { AppError } from "~/domain/errors";
import { toMessage } from "~/domain/messages";
import { findUrlFault } from "~/gateways/webhooks/target-url";
import {
  countWebhookEndpoints,
  findWebhookEndpoint,
  type WebhookEndpointRow,
} from "~/models/webhook-endpoint.server";
import type { Store } from "~/models/store/store";
import {
  formatEvents,
  toEventText,
  WEBHOOK_ENDPOINTS_MAX,
  type AccountEvent,
} from "~/domain/webhook-endpoints";
import { translator } from "~/i18n/translator.server";
import type { App } from "../platform/app.server";
import { requireAsShown } from "../platform/changed-meanwhile.server";
import { requireViewer, type Context } from "../platform/operation.server";
import { toEndpointView } from "./endpoint-views.server";

/** Returns an endpoint of the caller's account. Throws not_found for every other id. */
export async function getEndpoint(store: Store, context: Context, id: string): Promise<WebhookEndpointRow> {
  const accountId = requireViewer(context).account.id;
  const endpoint = await findWebhookEndpoint(store, { accountId, id });
  if (!endpoint) throw new AppError("not_found", "errors:not_found");
  return endpoint;
}

/** The same for an endpoint that is to receive something. Throws conflict when it is turned off. */
export async function getActiveEndpoint(store: Store, context: Context, id: string) {
  const endpoint = await getEndpoint(store, context, id);
  if (endpoint.disabledAt) throw new AppError("conflict", "webhooks:is_off");
  return endpoint;
}

/** Returns the URL in its normal form. Throws invalid for a server that webhooks may not be sent to. */
export async function requireAllowedUrl({ webhookTargets }: App, text: string): Promise<string> {
  const fault = await findUrlFault(text, webhookTargets);
  if (fault) throw new AppError("invalid", `webhooks:form.url_${fault}`, { inputError: "url" });
  const url = new URL(text);
  url.hash = "";
  return url.href;
}

interface EndpointSettings {
  url?: string;
  description?: string;
  events?: readonly AccountEvent[];
}

/** Throws conflict when a form changes settings that are no longer those that its page showed. */
export function requireEndpointAsShown(
  context: Context,
  row: WebhookEndpointRow,
  { url, description, events }: EndpointSettings,
): void {
  const stored = toEndpointView(row);
  const { message } = translator(context.locale);
  const toEventName = (event: string) => message(`webhooks:event.${toEventText(event as AccountEvent)}`);
  requireAsShown(context, {
    stored: { url: stored.url, description: stored.description, events: formatEvents(stored.events) },
    wanted: { url, description, events: events && formatEvents(events) },
    toLabel: (name, value) => (name === "events" ? value.split(" ").map(toEventName).join(", ") : value),
  });
}

/** Whether a webhook can be sent to a server on the product's own machine. */
export function canSendToThisMachine({ webhookTargets }: App): boolean {
  return webhookTargets.allowsPrivate || webhookTargets.local !== null;
}

/** Throws conflict when the account has as many endpoints as it can have. */
export async function requireEndpointPlace(store: Store, accountId: string): Promise<void> {
  if ((await countWebhookEndpoints(store, { accountId })) < WEBHOOK_ENDPOINTS_MAX) return;
  throw new AppError("conflict", toMessage("webhooks:limit", { count: WEBHOOK_ENDPOINTS_MAX }));
}
