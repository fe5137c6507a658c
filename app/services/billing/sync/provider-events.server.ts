/**
 * The inbox of the provider's events. An event only says whose billing has changed; the account is then read again from
 * the provider. So events in any order, repeated any number of times, lead to the same rows.
 */
import { findDisputeKind, type DisputeKind } from "~/domain/disputes";
import { AppError } from "~/domain/errors";
import { isMeterReport } from "~/domain/meter-reports";
import { findSubscriptionByCustomerId } from "~/models/subscription.server";
import {
  findProviderEvent,
  markEventApplied,
  markEventFailed,
  receiveProviderEvent,
  type ProviderEventRow,
} from "~/models/provider-event.server";
import type { App } from "~/services/platform/app.server";
import { PAYMENT_RETRY_AFTER_SECONDS } from "~/domain/payments";
import { findDisputeCustomer, syncDispute } from "./disputes.server";
import { applyMeterReport } from "../api-calls/meter-reports.server";
import { settleOpenCard } from "./settle-card.server";
import { prepareFailureLine } from "./failed-payments.server";
import { syncFromProvider } from "./sync.server";

/** Characters of the reason why an event could not be applied. */
const PROVIDER_EVENT_FAILURE_LENGTH = 500;

/**
 * Stores one delivery and applies it. An event of a customer that no account has, or has any more, is ignored, except while
 * setup is open. Throws invalid when its signature is wrong, unavailable when the provider must send it again.
 */
export async function receiveEvent(
  app: App,
  delivery: { body: Buffer; signature: string; requestId?: string },
): Promise<void> {
  const { customerId: named, ...event } = await app.payments.readEvent(delivery.body, delivery.signature);
  const customerId = named ?? (await findDisputeCustomer(app, event));
  if (customerId === null || !(await findSubscriptionByCustomerId(app.store, { customerId }))) {
    await showArrival(app, { ...event, customerId: customerId ?? NO_CUSTOMER });
    return;
  }
  const known = await findProviderEvent(app.store, event);
  if (known?.status === "applied") return;
  const stored = await receiveProviderEvent(app.store, { ...event, customerId });
  // Another delivery may have applied it since. Only a master applies an event again.
  if (stored.status !== "applied") await applyEvent(app, stored, delivery);
}

/**
 * Stores and applies one delivery of the other endpoint. Events that are not about a meter, such as the provider's ping, are
 * ignored. Throws like `receiveEvent`.
 */
export async function receiveThinEvent(
  app: App,
  delivery: { body: Buffer; signature: string },
): Promise<void> {
  const event = await app.payments.readThinEvent(delivery.body, delivery.signature);
  if (!isMeterReport(event.type)) return;
  const known = await findProviderEvent(app.store, event);
  if (known?.status === "applied") return;
  const stored = await receiveProviderEvent(app.store, { ...event, customerId: NO_CUSTOMER });
  if (stored.status !== "applied") await applyEvent(app, stored);
}

/** The customer of an event that is about none, in a column that is not nullable. */
const NO_CUSTOMER = "-";

/** Setup shows whether signed events arrive, and no account has a customer by then. */
async function showArrival(app: App, event: Parameters<typeof receiveProviderEvent>[1]): Promise<void> {
  if (!(await app.setup.isOpen())) return;
  await receiveProviderEvent(app.store, event);
  await markEventApplied(app.store, event);
}

/** Reads the event's account again and applies what it finds, also when it was applied before. Throws like `receiveEvent`. */
export async function replayEvent(app: App, id: string): Promise<void> {
  const known = await findProviderEvent(app.store, { id });
  if (!known) throw new AppError("not_found", "errors:not_found");
  await applyEvent(app, await receiveProviderEvent(app.store, known));
}

/** Applies an event that was stored before. A failure is stored with it and logged. */
export async function retryEvent(app: App, event: ProviderEventRow): Promise<void> {
  const stored = await receiveProviderEvent(app.store, event);
  // The provider may have sent it again since it was listed.
  if (stored.status === "applied") return;
  await applyEvent(app, stored).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

/** `requestId` is the request that has brought the event. */
async function applyEvent(
  app: App,
  event: ProviderEventRow,
  { requestId }: { requestId?: string } = {},
): Promise<void> {
  try {
    const kind = findDisputeKind(event.type);
    if (kind !== null) await applyDisputeEvent(app, event, kind);
    else if (isMeterReport(event.type)) await applyMeterReport(app, event);
    else await syncCustomer(app, event, requestId);
  } catch (error) {
    await markEventFailed(app.store, event, describeError(error));
    app.log.warn({ err: error, event: event.id, type: event.type }, "a webhook event could not be applied");
    // Whatever the reason is, the provider sends the event again.
    const retryAfterSeconds = PAYMENT_RETRY_AFTER_SECONDS;
    throw new AppError("unavailable", "errors:unavailable", { retryAfterSeconds, cause: error });
  }
}

/** What is done about a dispute has its own state, so an event that is applied twice does nothing more. */
async function applyDisputeEvent(app: App, event: ProviderEventRow, kind: DisputeKind): Promise<void> {
  await syncDispute(app, { id: event.objectId, kind, customerId: event.customerId });
  await markEventApplied(app.store, event);
}

async function syncCustomer(app: App, event: ProviderEventRow, requestId?: string): Promise<void> {
  const row = await findSubscriptionByCustomerId(app.store, event);
  const isFailure = event.type === "invoice.payment_failed";
  const logFailure =
    row && isFailure ? await prepareFailureLine(app, { event, accountId: row.id, requestId }) : null;
  if (row) await settleOpenCard(app, row.id);
  const isReplay = event.status === "applied";
  const result = { isApplied: false };
  const synced =
    row &&
    (await syncFromProvider(app, row.id, {
      event: isReplay ? null : event,
      withRefunds: event.type === "charge.refunded" || isReplay,
      // In the transaction of its effect, so that an event is applied exactly when it has taken effect.
      ...(!isReplay && {
        within: async (store) => (result.isApplied = await markEventApplied(store, event)),
      }),
    }));
  if (result.isApplied && isFailure) {
    app.metrics.countFailedPayment();
    logFailure?.(synced?.invoices ?? []);
  }
  // The account was deleted in the meantime, so that there is nothing to apply the event to.
  if (!synced) await markEventApplied(app.store, event);
}

/** For operators. The messages of the provider and the database contain no card data. */
function describeError(error: unknown): string {
  const cause = error instanceof AppError && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return Array.from(text).slice(0, PROVIDER_EVENT_FAILURE_LENGTH).join("");
}
