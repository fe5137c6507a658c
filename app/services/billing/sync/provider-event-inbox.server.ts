/**
 * Applies stored events of the payment provider that could not be applied when they arrived, or whose process crashed. The
 * provider sends such an event again, but only after hours where the product was away for long.
 */
import { WORKERS_FIRST_AFTER_MS, minutes, hours } from "~/domain/limits";
import { listUnappliedEvents } from "~/models/provider-event.server";
import type { App } from "~/services/platform/app.server";
import type { Job } from "~/services/platform/jobs/jobs.server";
import { retryEvent } from "./provider-events.server";

/** How often stored events of the payment provider that were not applied are looked for. */
const BILLING_EVENTS_EVERY_MS = minutes(1);
/** How old such an event is at each attempt to apply it; the provider also sends it again. */
export const BILLING_EVENT_RETRY_AGES_MS = [minutes(1), minutes(5), minutes(30), hours(2), hours(12)];

export function createBillingEventJob(app: App): Job {
  return {
    name: "billing-events",
    every: BILLING_EVENTS_EVERY_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: true,
    async run(signal) {
      await applyStoredEvents(app, new Date(), signal);
    },
    report: (cause) => app.log.error({ err: cause }, "stored webhook events cannot be applied"),
  };
}

/**
 * Applies each event that is old enough at `now` for its next attempt. One that fails again is logged, keeps its reason
 * and waits longer; after the last attempt it is left to the provider and to masters.
 */
export async function applyStoredEvents(app: App, now: Date, signal?: AbortSignal): Promise<void> {
  for (const [index, age] of BILLING_EVENT_RETRY_AGES_MS.entries()) {
    const before = new Date(now.getTime() - age);
    for (const event of await listUnappliedEvents(app.store, { attempts: index + 1, before })) {
      if (signal?.aborted) return;
      await retryEvent(app, event);
    }
  }
}
