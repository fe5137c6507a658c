/** Delivers webhooks beside the requests: several at once, and one to an endpoint, so that a slow server delays no other. */
import { WEBHOOK_CLAIM_MS, WEBHOOK_POLL_MS, WEBHOOKS_AT_ONCE } from "~/domain/webhook-limits";
import { claimDelivery, listDueEndpointIds } from "~/models/webhook-delivery.server";
import { startWorker, type Worker } from "../workers.server";
import { deliverWebhook, type WebhookParts } from "./deliver-webhook.server";

export interface WebhookWorkerOptions extends WebhookParts {
  /** How often to look for due deliveries without being woken, in milliseconds. */
  every?: number;
  firstAfter?: number;
}

/** Any number of processes may share one store, because each delivery is claimed by one of them. */
export function startWebhooks({
  every = WEBHOOK_POLL_MS,
  firstAfter,
  ...parts
}: WebhookWorkerOptions): Worker {
  const { store, now = () => new Date() } = parts;
  /** The endpoints that are being delivered to. */
  const running = new Map<string, Promise<void>>();
  /** The endpoint that came last, so that the next look goes on with those after it. */
  let last = "";

  async function startDue(isStopped: () => boolean): Promise<void> {
    if (running.size >= WEBHOOKS_AT_ONCE) return;
    for (const endpointId of startAfter(last, await listDueEndpointIds(store, { at: now() }))) {
      if (isStopped() || running.size >= WEBHOOKS_AT_ONCE) return;
      if (running.has(endpointId)) continue;
      const at = now();
      const lockedUntil = new Date(at.getTime() + WEBHOOK_CLAIM_MS);
      const row = await claimDelivery(store, { endpointId, at, lockedUntil });
      if (!row) continue;
      last = endpointId;
      const delivery = deliverWebhook(row, parts).catch(report);
      running.set(
        endpointId,
        delivery.finally(() => {
          running.delete(endpointId);
          worker.wake();
        }),
      );
    }
  }

  function report(cause: unknown): void {
    parts.log.warn({ err: cause }, "webhooks cannot be delivered");
  }

  const worker = startWorker({ run: startDue, every, ...(firstAfter && { firstAfter }), report });
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop();
      await Promise.all(running.values());
    },
  };
}

/** In the order of their ids, beginning after `last`. */
function startAfter(last: string, ids: readonly string[]): string[] {
  const sorted = [...ids].sort();
  return [...sorted.filter((id) => id > last), ...sorted.filter((id) => id <= last)];
}
