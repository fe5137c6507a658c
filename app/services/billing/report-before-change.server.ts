/** Reporting the API calls of an account before its plan changes: afterwards nothing bills what was made on the former plan. */
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "~/domain/errors";
import {
  PAYMENT_RETRY_AFTER_SECONDS,
  USAGE_CHANGE_POLL_MS,
  USAGE_CHANGE_TIMEOUT_MS,
} from "~/domain/payment-limits";
import { toMinuteStart } from "~/domain/usage-period";
import { hasPlanChangedSince } from "~/models/billing-intent.server";
import { listAllPlans } from "~/models/plan.server";
import type { SubscriptionRow } from "~/models/subscription.server";
import type { App } from "../platform/app.server";
import { listMeteredPlanIds, reportAccount } from "./report-account.server";

/**
 * Reports every call that was made before, if the account's plan bills calls. Throws unavailable when that has not succeeded
 * after USAGE_CHANGE_TIMEOUT_MS; then the caller must change nothing.
 */
export async function reportBeforeChange(
  app: App,
  { id: accountId, planId }: Pick<SubscriptionRow, "id" | "planId">,
): Promise<void> {
  const meteredPlanIds = listMeteredPlanIds(await listAllPlans(app.store));
  if (planId === null || !meteredPlanIds.has(planId)) return;
  const late = new AbortController();
  const timeout = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(createUnreportedError()), USAGE_CHANGE_TIMEOUT_MS);
    late.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  try {
    // What is on its way is not lost: the event is stored, and the next report sends it under the same id.
    await Promise.race([reportNow(app, { accountId, meteredPlanIds, signal: late.signal }), timeout]);
  } catch (error) {
    if (error instanceof AppError && error.code === "unavailable") throw createUnreportedError(error);
    throw error;
  } finally {
    late.abort();
  }
}

async function reportNow(
  app: App,
  order: { accountId: string; meteredPlanIds: ReadonlySet<string>; signal: AbortSignal },
): Promise<void> {
  const { accountId, meteredPlanIds, signal } = order;
  if (!(await app.usage.flushEverywhere())) throw createUnreportedError();
  const before = new Date(Date.now() + 1);
  const minute = toMinuteStart(before);
  // The former plan may have begun within this minute: then nothing before it is its own.
  const cutAt = (await hasPlanChangedSince(app.store, { accountId, since: minute })) ? null : minute;
  const isStopped = () => signal.aborted;
  while (!(await reportAccount(app, { accountId, before, meteredPlanIds, cutAt, isStopped }))) {
    if (signal.aborted) return;
    await wait(USAGE_CHANGE_POLL_MS);
  }
}

function createUnreportedError(cause?: unknown): AppError {
  const retryAfterSeconds = PAYMENT_RETRY_AFTER_SECONDS;
  return new AppError("unavailable", "billing:errors.usage_unreported", { retryAfterSeconds, cause });
}
