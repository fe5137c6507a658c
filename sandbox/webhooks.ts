/** Sends signed webhooks to the product: one at a time, in the order of events, repeated until they are accepted. */
import { setTimeout } from "node:timers/promises";
import { find, type Ledger } from "./ledger";
import type { Event, ThinEvent } from "./objects";
import { findNextDelivery, recordSending, removeDelivery } from "./state/deliveries";
import type { Delivery } from "./state/state";

export interface Webhook {
  url: string;
  secret: string;
}

export interface Deliverer {
  /** Starts to deliver the queue, unless a delivery is already running. */
  wake(): void;
  /** Delivers the queue. Resolves when it is empty, is held, or has not been accepted for long. */
  waitUntilSent(): Promise<void>;
  /** Stops after the running delivery. The rest of the queue stays in the file for the next start. */
  stop(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 10_000;
/**
 * About a minute and a half, which is longer than any restart of the product. After that the event is dropped, and
 * can still be retrieved.
 */
const MAX_ATTEMPTS = 14;
/** Shorter than a caller of the sandbox waits for its answer. */
const SENT_WITHIN_MS = 4000;
const SENT_CHECK_MS = 20;

interface DelivererOptions {
  webhook: Webhook;
  /** The endpoint of thin events. */
  thinWebhook?: Webhook;
  save(): Promise<void>;
  report(fault: unknown): void;
}

/** Delivers the queue of `ledger.state`. Calls `save` whenever the queue has become shorter. */
export function makeDeliverer(ledger: Ledger, options: DelivererOptions): Deliverer {
  const { save, report } = options;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;

  const run = async () => {
    const { state } = ledger;
    for (let next = findNextDelivery(state); next; next = findNextDelivery(state)) {
      if (stopping.signal.aborted) return;
      if (await attemptDelivery(ledger, next, { ...options, signal: stopping.signal })) {
        removeDelivery(state, next);
        await save();
      } else {
        await pause(retryAfterMs(next.attempts), stopping.signal);
      }
    }
  };

  const startDelivery = () => {
    if (stopping.signal.aborted || running) return;
    running = run()
      .catch(report)
      .finally(() => {
        running = null;
      });
  };
  return {
    wake: startDelivery,
    async waitUntilSent() {
      const deadline = Date.now() + SENT_WITHIN_MS;
      while (findNextDelivery(ledger.state) && Date.now() < deadline && !stopping.signal.aborted) {
        startDelivery();
        await pause(SENT_CHECK_MS, stopping.signal);
      }
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Sends one event of the queue. Returns whether its delivery is over: accepted, or attempted often enough. */
async function attemptDelivery(
  ledger: Ledger,
  delivery: Delivery,
  { report, signal, ...webhooks }: Omit<DelivererOptions, "save"> & { signal: AbortSignal },
): Promise<boolean> {
  const found = findSent(ledger, delivery, webhooks);
  if (!found) return true;
  const { event, webhook } = found;
  const status = await deliver(event, webhook, signal);
  const isAccepted = status !== null && status >= 200 && status < 300;
  recordSending(ledger.state, event.id, { status, isAccepted, now: ledger.now() });
  delivery.attempts += 1;
  if (isAccepted && event.object === "event") event.pending_webhooks = 0;
  if (isAccepted || delivery.attempts < MAX_ATTEMPTS) return isAccepted;
  report(new Error(`webhook ${event.type} ${event.id} was not accepted by ${webhook.url}`));
  return true;
}

/** The event of a delivery, and its endpoint; null when it is deleted, or its endpoint is not configured any more. */
function findSent(
  ledger: Ledger,
  { eventId }: Delivery,
  { webhook, thinWebhook }: Pick<DelivererOptions, "webhook" | "thinWebhook">,
): { event: Event | Notification; webhook: Webhook } | null {
  const event = find(ledger, "event", eventId);
  if (event) return { event, webhook };
  const thin = find(ledger, "v2.core.event", eventId);
  if (!thin || !thinWebhook) return null;
  const { data: _, ...notification } = thin;
  return { event: notification, webhook: thinWebhook };
}

/** A thin event is sent without its data. */
type Notification = Omit<ThinEvent, "data">;

/**
 * Sends one event. Returns the receiver's status, 2xx when it accepts the event, or null when it cannot be reached.
 * The signature contains the real time, because the receiver checks that it is recent.
 */
async function deliver(
  event: Event | Notification,
  { url, secret }: Webhook,
  signal: AbortSignal,
): Promise<number | null> {
  const payload = JSON.stringify(event);
  // Loaded with the first event, because a start needs nothing of the SDK.
  const { default: Stripe } = await import("stripe");
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
      body: payload,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    // The receiver has not started yet, or has stopped: the next attempt will tell.
    return null;
  }
}

function retryAfterMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
}

/** Resolves after `ms`, or immediately when stopped. Does not keep the process running. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch((cause: unknown) => {
    if (!signal.aborted) throw cause;
  });
}
