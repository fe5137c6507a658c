/** Makes one attempt to deliver an event to an endpoint, and records what came of it. */
import { isUsable } from "~/domain/guard";
import { isSentWhenLapsed, type DeliveryFailure } from "~/domain/webhook-endpoints";
import type { WebhookResult, WebhookSender } from "~/gateways/webhooks/post-webhook";
import { signWebhook } from "~/gateways/webhooks/signature";
import { findAccount } from "~/models/account.server";
import type { Store } from "~/models/store/store";
import { findSubscription } from "~/models/subscription.server";
import {
  failWaitingDeliveries,
  settleDelivery,
  type WebhookDeliveryRow,
} from "~/models/webhook-delivery.server";
import {
  disableFailingEndpoint,
  findWebhookEndpoint,
  getEndpointState,
  markEndpointFailing,
  markEndpointWorking,
  type WebhookEndpointRow,
} from "~/models/webhook-endpoint.server";
import { seconds, minutes, hours, days } from "~/domain/limits";
import type { App } from "../app.server";
import { queueMail } from "../mail/outbox.server";
import { prepareDisabledMail } from "./disabled-mail.server";

/** Waits before each retry; after the last one the delivery has failed. About three days in all. */
export const WEBHOOK_RETRY_WAITS_MS = [
  seconds(30),
  minutes(5),
  minutes(30),
  hours(2),
  hours(5),
  hours(10),
  hours(14),
  hours(20),
  hours(24),
];
/** An endpoint whose deliveries have all failed for this long is turned off. */
export const WEBHOOK_DISABLED_AFTER_MS = days(5);

export type WebhookParts = Pick<App, "store" | "secrets"> & {
  config: Pick<App["config"], "appUrl">;
  log: Pick<App["log"], "info" | "warn">;
  sender: WebhookSender;
  now?: () => Date;
};

type Attempt = Pick<WebhookDeliveryRow, "failure" | "responseStatus" | "responseExcerpt" | "durationMs">;

/** Delivers a claimed event and records the result. Throws only the errors of the store. */
export async function deliverWebhook(row: WebhookDeliveryRow, parts: WebhookParts): Promise<void> {
  const { store, log, now = getCurrentTime } = parts;
  const endpoint = await findWebhookEndpoint(store, { accountId: row.accountId, id: row.endpointId });
  if (!endpoint) return; // It was deleted with its deliveries.
  if (endpoint.disabledAt) return giveBack(row, parts);
  if (await isLapsed(store, row)) {
    await settleDelivery(store, row, { status: "failed", failure: "lapsed" });
    return;
  }
  const attempt = await send(row, endpoint, parts);
  const about = { delivery: row.id, type: row.type, attempt: row.attempts, failure: attempt.failure };
  if (attempt.failure === null) {
    log.info(about, "webhook delivered");
    // The endpoint first: pages rest when the delivery is settled.
    if (getEndpointState(endpoint) !== "working") await markEndpointWorking(store, endpoint, now());
    await settleDelivery(store, row, { ...attempt, status: "delivered", deliveredAt: now() });
    return;
  }
  log.info(about, "webhook not delivered");
  await recordFailure(row, { endpoint, attempt }, parts);
}

/**
 * Gives back the claim of an event that was recorded while its endpoint was being turned off. It is held as the others are,
 * or given up as they are when the endpoint has failed for too long.
 */
async function giveBack(row: WebhookDeliveryRow, parts: WebhookParts): Promise<void> {
  const { now = getCurrentTime } = parts;
  const unclaimed = { attempts: row.attempts - 1, lockedUntil: now() };
  await parts.store.transaction(async (store) => {
    // Read again: the transaction that turns the endpoint on waits for this one, or was before it.
    const endpoint = await findWebhookEndpoint(store, { accountId: row.accountId, id: row.endpointId });
    const isGivenUp = endpoint?.disabledBecause === "failing";
    const held = { ...unclaimed, status: endpoint?.disabledAt ? "held" : "waiting" } as const;
    await settleDelivery(store, row, isGivenUp ? { status: "failed", failure: "off" } : held);
  });
}

/** Whether the event is not sent because of the subscription. It stays in the log, where it can be replayed. */
async function isLapsed(store: Store, { accountId, type }: WebhookDeliveryRow): Promise<boolean> {
  if (isSentWhenLapsed(type)) return false;
  const [subscription, account] = [
    await findSubscription(store, { accountId }),
    await findAccount(store, { id: accountId }),
  ];
  const isOverLimit = account?.overLimitAt != null;
  return !isUsable({ subscription: subscription?.status ?? null, isOverLimit });
}

async function send(
  { accountId, eventId, payload: body }: WebhookDeliveryRow,
  endpoint: WebhookEndpointRow,
  { secrets, sender, now = getCurrentTime }: WebhookParts,
): Promise<Attempt> {
  const at = now();
  const { secret, formerSecret, formerSecretEndsAt: endsAt, url } = endpoint;
  const previous = formerSecret !== null && endsAt !== null && endsAt > at ? [formerSecret] : [];
  const keys = [secret, ...previous].map((encrypted) => secrets.decrypt("webhook", encrypted));
  const startedAt = performance.now();
  const headers = signWebhook({ id: eventId, at, body, secrets: keys });
  const result = await sender.post({ accountId, url, body, headers });
  const isAnswered = result.kind === "answered";
  return {
    failure: toFailure(result),
    responseStatus: isAnswered ? result.status : null,
    responseExcerpt: isAnswered && result.excerpt !== "" ? result.excerpt : null,
    durationMs: Math.round(performance.now() - startedAt),
  };
}

function toFailure(result: WebhookResult): DeliveryFailure | null {
  if (result.kind !== "answered") return result.kind;
  if (result.status >= 200 && result.status < 300) return null;
  return result.status >= 300 && result.status < 400 ? "redirect" : "status";
}

/** Sets the time of the next attempt, if there is one, and turns the endpoint off when it has failed for too long. */
async function recordFailure(
  row: WebhookDeliveryRow,
  { endpoint, attempt }: { endpoint: WebhookEndpointRow; attempt: Attempt },
  parts: WebhookParts,
): Promise<void> {
  const { store, now = getCurrentTime } = parts;
  const at = now();
  const wait = WEBHOOK_RETRY_WAITS_MS[row.attempts - 1];
  const next =
    wait === undefined
      ? ({ status: "failed" } as const)
      : { dueAt: new Date(at.getTime() + wait), lockedUntil: at };
  if (!endpoint.failingSince) await markEndpointFailing(store, endpoint, at);
  await settleDelivery(store, row, { ...attempt, ...next });
  const before = new Date(at.getTime() - WEBHOOK_DISABLED_AFTER_MS);
  if (endpoint.failingSince && endpoint.failingSince <= before)
    await disableEndpoint(endpoint, { before, at }, parts);
}

async function disableEndpoint(
  endpoint: WebhookEndpointRow,
  { before, at }: { before: Date; at: Date },
  parts: WebhookParts,
): Promise<void> {
  const mail = await prepareDisabledMail(parts, endpoint);
  const isDisabled = await parts.store.transaction(async (store) => {
    if (!(await disableFailingEndpoint(store, endpoint, { before, at }))) return false;
    await failWaitingDeliveries(store, { accountId: endpoint.accountId, endpointId: endpoint.id });
    if (mail) await queueMail(store, parts.secrets, mail);
    return true;
  });
  if (isDisabled)
    parts.log.warn({ endpoint: endpoint.id, account: endpoint.accountId }, "webhook endpoint turned off");
}

function getCurrentTime(): Date {
  return new Date();
}
