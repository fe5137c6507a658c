/** Delivers webhooks beside the requests: several at once, and one to an endpoint, so that a slow server delays no other. */
import { WORKERS_FIRST_AFTER_MS } from "~/domain/limits";
import { WEBHOOK_CLAIM_MS, WEBHOOK_POLL_MS, WEBHOOKS_AT_ONCE } from "~/domain/webhook-limits";
import { claimDelivery, listDueEndpointIds } from "~/models/webhook-delivery.server";
import type { Job } from "../jobs/jobs.server";
import { createRepeated } from "../workers.server";
import { deliverWebhook, type WebhookParts } from "./deliver-webhook.server";

/**
 * Starts what is due, and leaves it going on, so that the next wake is not held up by a slow server. Any number of
 * processes may share one store, because each delivery is claimed by one of them.
 */
export function createWebhookJob(parts: WebhookParts): Job {
  const { store, log, now = () => new Date() } = parts;
  const report = (cause: unknown) => log.warn({ err: cause }, "webhooks cannot be delivered");
  /** The endpoints that are being delivered to. */
  const running = new Map<string, Promise<void>>();
  /** The endpoint that came last, so that the next look goes on with those after it. */
  let last = "";
  /** The signal of the latest run. */
  let signal: AbortSignal | undefined;

  async function startDue(): Promise<void> {
    if (running.size >= WEBHOOKS_AT_ONCE) return;
    for (const endpointId of startAfter(last, await listDueEndpointIds(store, { at: now() }))) {
      if (signal?.aborted || running.size >= WEBHOOKS_AT_ONCE) return;
      if (running.has(endpointId)) continue;
      const at = now();
      const lockedUntil = new Date(at.getTime() + WEBHOOK_CLAIM_MS);
      const row = await claimDelivery(store, { endpointId, at, lockedUntil });
      if (!row) continue;
      last = endpointId;
      running.set(
        endpointId,
        deliverWebhook(row, parts)
          .catch(report)
          .finally(() => lookAgain(endpointId)),
      );
    }
  }

  const looks = createRepeated(startDue);
  const lookAgain = (endpointId: string) => {
    running.delete(endpointId);
    if (!signal?.aborted) void looks.request().catch(report);
  };

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
    async finish() {
      await Promise.all(running.values());
    },
  };
}

/** In the order of their ids, beginning after `last`. */
function startAfter(last: string, ids: readonly string[]): string[] {
  const sorted = [...ids].sort();
  return [...sorted.filter((id) => id > last), ...sorted.filter((id) => id <= last)];
}
