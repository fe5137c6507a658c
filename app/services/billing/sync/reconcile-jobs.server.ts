/**
 * The jobs that keep billing in line with the provider: at each start and once a day every account is compared, and all
 * the time the intents of requests that lost their answer, and of processes that crashed, are finished.
 */
import { WORKERS_FIRST_AFTER_MS, hours, seconds } from "~/domain/limits";
import { findComparison } from "~/models/comparison.server";
import type { App } from "~/services/platform/app.server";
import type { Job } from "~/services/platform/jobs/jobs.server";
import { compareAll, recoverIntents } from "./reconcile.server";

/** All accounts are compared with the payment provider at each start of a process, and this often. */
const RECONCILE_EVERY_MS = hours(24);
/** How often a process looks for intents whose lease has ended. */
export const INTENT_RECOVER_EVERY_MS = seconds(2);

/** One process at a time compares all accounts, because it takes a call to the provider for each. */
export function createReconcileJob(app: App): Job {
  return {
    name: "reconcile",
    every: RECONCILE_EVERY_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: true,
    // API calls have a job of their own.
    run: async (signal) =>
      compareAll(app, {
        withRefunds: await areRefundsDue(app),
        withApiCalls: false,
        isStopped: () => signal.aborted,
      }),
    report: (cause) =>
      app.log.error({ err: cause }, "the accounts could not be compared with the payment provider"),
  };
}

/** Refunds take a call for each paid invoice, so that a start compares them only when it has been a day. */
async function areRefundsDue({ store }: Pick<App, "store">): Promise<boolean> {
  const last = await findComparison(store, { id: "refunds" });
  if (!last) return true;
  const sinceMs = Date.now() - last.comparedAt.getTime();
  // Negative: the clock was ahead then.
  return sinceMs < 0 || sinceMs >= RECONCILE_EVERY_MS;
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
