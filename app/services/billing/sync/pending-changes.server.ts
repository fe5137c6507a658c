/**
 * The job that looks at the changes of plan that wait for their users. The provider's events and every sync end those that
 * nothing will come of; this finds the ones whose event was lost, and those that a renewal would overtake.
 */
import { AppError } from "~/domain/errors";
import { WORKERS_FIRST_AFTER_MS, minutes } from "~/domain/limits";
import { listWaitingChanges, type BillingIntentRow } from "~/models/billing-intent.server";
import { readAll } from "~/models/store/read-all";
import type { App } from "~/services/platform/app.server";
import type { Job } from "~/services/platform/jobs/jobs.server";
import { findWaitingChange, hasLapsed, withdrawChange } from "../intents/withdraw-change.server";
import { settleIntent } from "./settle.server";
import { refreshAccount } from "./sync.server";

/** How often changes of plan that wait for their users are looked at. */
const PENDING_CHANGES_EVERY_MS = minutes(1);

/** One process at a time, because it takes a call to the provider for each change. */
export function createPendingChangeJob(app: App): Job {
  return {
    name: "pending-changes",
    every: PENDING_CHANGES_EVERY_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: true,
    run: (signal) => endPendingChanges(app, { isStopped: () => signal.aborted }),
    report: (cause) => app.log.error({ err: cause }, "the unconfirmed plan changes could not be read"),
  };
}

/** Ends every waiting change that was paid, or that nothing will come of at `now`. An error affects one change only. */
export async function endPendingChanges(
  app: App,
  { now = new Date(), isStopped = () => false }: { now?: Date; isStopped?: () => boolean } = {},
): Promise<void> {
  for await (const intent of readAll<BillingIntentRow>((page) => listWaitingChanges(app.store, page))) {
    if (isStopped()) return;
    await endSafely(app, intent, now);
  }
}

async function endSafely(app: App, intent: BillingIntentRow, now: Date): Promise<void> {
  try {
    const subscription = await findWaitingChange(app, intent);
    if (!subscription) return;
    if (subscription.start.kind === "started") await settleIntent(app, { intent, subscription });
    if (!hasLapsed(subscription, now)) return;
    await withdrawChange(app, intent, subscription);
    await refreshAccount(app, intent.accountId);
  } catch (error) {
    // The user's own request has it now.
    if (error instanceof AppError && error.code === "conflict") return;
    app.log.warn({ err: error, intent: intent.id }, "an unconfirmed plan change could not be ended");
  }
}
