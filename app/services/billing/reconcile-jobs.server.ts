/**
 * The jobs that keep billing in line with the provider: at each start and once a day every account is compared, and all
 * the time the intents of requests that lost their answer, and of processes that crashed, are finished.
 */
import { RECONCILE_EVERY_MS } from "~/domain/job-limits";
import { WORKERS_FIRST_AFTER_MS } from "~/domain/limits";
import { INTENT_RECOVER_EVERY_MS } from "~/domain/payment-limits";
import type { App } from "../platform/app.server";
import type { Job } from "../platform/jobs/jobs.server";
import { compareAll, recoverIntents } from "./reconcile.server";

/** One process at a time compares all accounts, because it takes a call to the provider for each. */
export function createReconcileJob(app: App): Job {
  return {
    name: "reconcile",
    every: RECONCILE_EVERY_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: true,
    // `npm run reconcile` also compares refunds, which takes long, and usage, which has a job of its own.
    run: (signal) =>
      compareAll(app, { withRefunds: false, withUsage: false, isStopped: () => signal.aborted }),
    report: (cause) =>
      app.log.error({ err: cause }, "the accounts could not be compared with the payment provider"),
  };
}

/** Any number of processes may look, because each intent is taken over by one of them. */
export function createPaymentJob(app: App): Job {
  return {
    name: "payments",
    every: INTENT_RECOVER_EVERY_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: false,
    run: (signal) => recoverIntents(app, () => signal.aborted),
    report: (cause) => app.log.error({ err: cause }, "the open payments could not be settled"),
  };
}
