/** The webhook endpoints of an account: reading, creating, changing and deleting them. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { endpointChangeForm, endpointForm, endpointIdForm } from "~/domain/forms/webhooks";
import { toMessage } from "~/domain/messages";
import type { EndpointView } from "~/domain/webhook-endpoints";
import { createWebhookSecret } from "~/gateways/webhooks/signature";
import type { Store } from "~/models/store/store";
import { holdWaitingDeliveries, releaseHeldDeliveries } from "~/models/webhook-delivery.server";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  rotateEndpointSecret,
  updateWebhookEndpoint,
  type WebhookEndpointRow,
} from "~/models/webhook-endpoint.server";
import { hours } from "~/domain/limits";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer } from "../platform/operation.server";
import { requireRole } from "../team/require-role.server";
import {
  getEndpoint,
  requireAllowedUrl,
  requireEndpointAsShown,
  requireEndpointPlace,
} from "./endpoint-rules.server";
import {
  changedEndpointShape,
  endpointShape,
  issuedEndpointShape,
  toEndpointView,
} from "./endpoint-views.server";

/** How long the previous secret signs as well after a rotation. */
const WEBHOOK_OVERLAP_MS = hours(24);

const MANAGE = { permission: "developer", state: "planned" } as const;

export const listEndpoints = defineOperation({
  name: "listWebhookEndpoints",
  method: "GET",
  path: "/api/webhook",
  summary: "List the account's webhook endpoints, oldest first.",
  access: MANAGE,
  input: z.object({}),
  output: z.array(endpointShape),
  async run(_input, context) {
    return { data: await readEndpoints(context.app.store, requireViewer(context).account.id) };
  },
});

export const getWebhookEndpoint = defineOperation({
  name: "getWebhookEndpoint",
  method: "GET",
  path: "/api/webhook/:id",
  summary: "Read one webhook endpoint.",
  access: MANAGE,
  input: endpointIdForm,
  output: endpointShape,
  async run({ id }, context) {
    return { data: toEndpointView(await getEndpoint(context.app.store, context, id)) };
  },
});

export const createEndpoint = defineOperation({
  name: "createWebhookEndpoint",
  method: "POST",
  path: "/api/webhook",
  summary:
    "Create a webhook endpoint: an https URL that receives the events of the account, or in development an http URL of " +
    "this machine. secret verifies the events, and no later answer contains it.",
  access: { permission: "developer", state: "subscribed" },
  needsOwnSession: true,
  input: endpointForm,
  output: issuedEndpointShape,
  refusesImpersonator: true,
  async run({ url: text, description, events }, context) {
    const { store: outer, secrets } = context.app;
    const accountId = requireViewer(context).account.id;
    const url = await requireAllowedUrl(context.app, text);
    const secret = createWebhookSecret();
    const encrypted = secrets.encrypt("webhook", secret);
    const given = { accountId, url, description: description || null, events: events.join(" ") };
    const endpoint = await outer.transaction(async (store) => {
      // Locks the account, so that of several requests at once each counts the endpoints before its own.
      await requireRole(store, context, "developer");
      await requireEndpointPlace(store, accountId);
      const created = await createWebhookEndpoint(store, { ...given, secret: encrypted });
      await recordAudit(store, context, { action: "webhook_created", target: url });
      return created;
    });
    return { data: { ...toEndpointView(endpoint), secret }, message: "webhooks:created" };
  },
});

export const updateEndpoint = defineOperation({
  name: "updateWebhookEndpoint",
  method: "PATCH",
  path: "/api/webhook/:id",
  summary:
    "Change a webhook endpoint's URL, description or events, or turn it off and on with active. What waits for an " +
    "endpoint that is turned off is held until it is turned on: held says how many events, or how many are now sent.",
  access: MANAGE,
  needsOwnSession: true,
  input: endpointChangeForm,
  output: changedEndpointShape,
  refusesImpersonator: true,
  async run({ id, active, url: text, description, events }, context) {
    const url = text === undefined ? undefined : await requireAllowedUrl(context.app, text);
    const changes = {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description: description || null }),
      ...(events && { events: events.join(" ") }),
    };
    const [endpoint, held] = await context.app.store.transaction(async (store) => {
      await requireRole(store, context, "developer");
      const known = await getEndpoint(store, context, id);
      requireEndpointAsShown(context, known, { url, description, events });
      // Another URL has not shown yet that it works.
      const isMoved = url !== undefined && url !== known.url;
      const written = { ...changes, ...toSwitch(known, active), ...(isMoved && { workingSince: null }) };
      // Nothing changes when no field is sent, or when an endpoint that is off is turned off.
      if (Object.keys(written).length === 0) return [known, 0] as const;
      await updateWebhookEndpoint(store, known, written);
      const count = active === undefined ? 0 : await switchDeliveries(store, known, active);
      await recordAudit(store, context, { action: "webhook_changed", target: url ?? known.url });
      return [await getEndpoint(store, context, id), count] as const;
    });
    return { data: { ...toEndpointView(endpoint), held }, message: toChangeMessage(active, held) };
  },
});

export const deleteEndpoint = defineOperation({
  name: "deleteWebhookEndpoint",
  method: "DELETE",
  path: "/api/webhook/:id",
  summary: "Delete a webhook endpoint with its log. What waits for it is not sent.",
  access: MANAGE,
  needsOwnSession: true,
  input: endpointIdForm,
  output: z.object({}),
  refusesImpersonator: true,
  async run({ id }, context) {
    await context.app.store.transaction(async (store) => {
      await requireRole(store, context, "developer");
      const endpoint = await getEndpoint(store, context, id);
      if (!(await deleteWebhookEndpoint(store, endpoint))) throw new AppError("conflict", "errors:conflict");
      await recordAudit(store, context, { action: "webhook_deleted", target: endpoint.url });
    });
    return { data: {}, message: "webhooks:deleted" };
  },
});

export const rotateSecret = defineOperation({
  name: "rotateWebhookSecret",
  method: "POST",
  path: "/api/webhook/:id/rotate",
  summary:
    "Replace the secret of a webhook endpoint. For 24 hours each event has two signatures, by the new secret and by the " +
    "former one.",
  access: { permission: "developer", state: "subscribed" },
  needsOwnSession: true,
  input: endpointIdForm,
  output: issuedEndpointShape,
  refusesImpersonator: true,
  async run({ id }, context) {
    const { store: outer, secrets } = context.app;
    const secret = createWebhookSecret();
    const next = {
      secret: secrets.encrypt("webhook", secret),
      endsAt: new Date(Date.now() + WEBHOOK_OVERLAP_MS),
    };
    const endpoint = await outer.transaction(async (store) => {
      await requireRole(store, context, "developer");
      const known = await getEndpoint(store, context, id);
      if (!(await rotateEndpointSecret(store, known, next)))
        throw new AppError("conflict", "errors:conflict");
      await recordAudit(store, context, { action: "webhook_rotated", target: known.url });
      return getEndpoint(store, context, id);
    });
    return { data: { ...toEndpointView(endpoint), secret }, message: "webhooks:rotated" };
  },
});

/** The account's endpoints as the page and `GET /api/webhook` show them. */
export async function readEndpoints(store: Store, accountId: string): Promise<EndpointView[]> {
  const rows = await listWebhookEndpoints(store, { accountId });
  return rows.map((row) => toEndpointView(row));
}

/** An endpoint that is turned on starts again: its previous failures no longer count. */
function toSwitch({ disabledAt }: WebhookEndpointRow, active: boolean | undefined) {
  if (active === true) return { disabledAt: null, disabledBecause: null, failingSince: null };
  if (active === false && disabledAt === null)
    return { disabledAt: new Date(), disabledBecause: "off" } as const;
  return {};
}

/** Holds what waits, or sends what was held. Returns how many deliveries. */
function switchDeliveries(store: Store, { accountId, id }: WebhookEndpointRow, active: boolean) {
  const owner = { accountId, endpointId: id };
  return active ? releaseHeldDeliveries(store, owner, new Date()) : holdWaitingDeliveries(store, owner);
}

function toChangeMessage(active: boolean | undefined, held: number) {
  if (active === undefined) return "webhooks:changed";
  if (held === 0) return active ? "webhooks:turned_on" : "webhooks:turned_off";
  return toMessage(active ? "webhooks:turned_on_held" : "webhooks:turned_off_held", { count: held });
}
