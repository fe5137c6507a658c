/** Delivers webhooks outside of requests: several at once, in an order that lets no receiver delay those of other accounts. */
import { WORKERS_FIRST_AFTER_MS, seconds } from "~/domain/limits";
import {
  claimDelivery,
  listReceiverIds,
  WEBHOOK_CLAIM_MS,
  type WebhookDeliveryRow,
} from "~/models/webhook-delivery.server";
import { getEndpointState, listReceivers } from "~/models/webhook-endpoint.server";
import type { Store } from "~/models/store/store";
import type { Job } from "../jobs/jobs.server";
import { createRepeated } from "../workers.server";
import { deliverWebhook, type WebhookParts } from "./deliver-webhook.server";
import { createDeliveryPlaces, type Receiver } from "./delivery-places.server";

/** How often due deliveries are looked for. */
export const WEBHOOK_POLL_MS = seconds(2);

/**
 * Starts what is due, and leaves it going on, so that the next wake is not held up by a slow server. Any number of
 * processes may share one store, because each delivery is claimed by one of them.
 */
export function createWebhookJob(parts: WebhookParts): Job {
  const { store, log, now = () => new Date() } = parts;
  const report = (cause: unknown) => log.warn({ err: cause }, "webhooks cannot be delivered");
  const places = createDeliveryPlaces(lookAgain);
  const running = new Set<Promise<void>>();
  /** The signal of the latest run. */
  let signal: AbortSignal | undefined;

  async function startDue(): Promise<void> {
    if (!places.hasAny()) return;
    const work = await readWork(store, now());
    for (let next = places.choose(work); next && !signal?.aborted; next = places.choose(work)) {
      const row = await claim(store, next, now());
      if (row) start(next, row);
      work.due.delete(next);
      // A claim waits for every other write. What has become due meanwhile must not wait for the other claims as well.
      if (looks.isRequested()) return;
    }
  }

  function start(receiver: Receiver, row: WebhookDeliveryRow): void {
    const giveBack = places.take(receiver);
    const delivery = deliverWebhook(row, parts)
      .catch(report)
      .finally(() => {
        giveBack();
        running.delete(delivery);
        lookAgain();
      });
    running.add(delivery);
  }

  const looks = createRepeated(startDue);
  function lookAgain(): void {
    if (!signal?.aborted) void looks.request().catch(report);
  }

  return {
    name: "webhooks",
    every: WEBHOOK_POLL_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: false,
    run(given) {
      signal = given;
      return looks.request();
    },
    report,
    finish: async () => void (await Promise.all(running)),
  };
}

interface Work {
  /** Endpoints with an event that is due. */
  due: Set<Receiver>;
  /** Those to which a process is delivering. */
  claimed: Receiver[];
}

/** Three statements, however many events wait; one when none does. */
async function readWork(store: Store, at: Date): Promise<Work> {
  const ids = await listReceiverIds(store, { at });
  const endpoints = await listReceivers(store, [...ids.due, ...ids.claimed]);
  const receivers = new Map<string, Receiver>(
    endpoints.map((one) => [one.id, { id: one.id, accountId: one.accountId, state: getEndpointState(one) }]),
  );
  const pick = (chosen: readonly string[]) => chosen.flatMap((id) => receivers.get(id) ?? []);
  return { due: new Set(pick(ids.due)), claimed: pick(ids.claimed) };
}

function claim(store: Store, { id: endpointId }: Receiver, at: Date): Promise<WebhookDeliveryRow | null> {
  return claimDelivery(store, { endpointId, at, lockedUntil: new Date(at.getTime() + WEBHOOK_CLAIM_MS) });
}
