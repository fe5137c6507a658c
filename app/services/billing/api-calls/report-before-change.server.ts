/** Reporting the API calls of an account before its plan changes: afterwards nothing bills what was made on the previous plan. */
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "~/domain/errors";
import { toMinuteStart } from "~/domain/api-call-period";
import { hasPlanChangedSince } from "~/models/billing-intent.server";
import { listAllPlans } from "~/models/plan.server";
import type { SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { seconds } from "~/domain/limits";
import { PAYMENT_RETRY_AFTER_SECONDS } from "~/domain/payments";
import { listMeteredPlanIds, reportAccount } from "./report-account.server";

/** How long a change of the plan waits until the calls before it are reported, and how often it looks. */
const CHANGE_TIMEOUT_MS = seconds(8);
const CHANGE_POLL_MS = 100;

/**
 * Reports every call that was made before, if the account's plan bills calls. Throws unavailable when that has not succeeded
 * after CHANGE_TIMEOUT_MS; then the caller must change nothing.
 */
export async function reportBeforeChange(
  app: App,
  { id: accountId, planId }: Pick<SubscriptionRow, "id" | "planId">,
): Promise<void> {
  const meteredPlanIds = listMeteredPlanIds(await listAllPlans(app.store));
  if (planId === null || !meteredPlanIds.has(planId)) return;
  const late = new AbortController();
  const timeout = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(createUnreportedError()), CHANGE_TIMEOUT_MS);
    late.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  try {
    // A report on its way is not lost: the event is stored, and the next report sends it under the same id.
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
  if (!(await app.apiCalls.flushEverywhere())) throw createUnreportedError();
  const before = new Date(Date.now() + 1);
  const minute = toMinuteStart(before);
  // The previous plan may have started within this minute: then nothing before it is its own.
  const cutAt = (await hasPlanChangedSince(app.store, { accountId, since: minute })) ? null : minute;
  const isStopped = () => signal.aborted;
  while (!(await reportAccount(app, { accountId, before, meteredPlanIds, cutAt, isStopped }))) {
    if (signal.aborted) return;
    await wait(CHANGE_POLL_MS);
  }
}

function createUnreportedError(cause?: unknown): AppError {
  const retryAfterSeconds = PAYMENT_RETRY_AFTER_SECONDS;
  return new AppError("unavailable", "billing:errors.usage_unreported", { retryAfterSeconds, cause });
}
